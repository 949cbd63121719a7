package dev.fallow.internal.object;

import dev.fallow.CorruptFileException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.message.Continuation;
import dev.fallow.format.objectheader.ContinuationChunk;
import dev.fallow.format.objectheader.MessageHeader;
import dev.fallow.format.objectheader.MessageSlot;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.objectheader.ObjectHeaderChunk;
import dev.fallow.format.objectheader.ObjectHeaderPrefix;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.CachedObject;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The object headers of a container: loaded, made and deleted here; live ones are kept in the metadata cache. */
public final class ObjectStore {
    static final AllocationType HEADER_SPACE = AllocationType.OBJECT_HEADER;

    /** Chunk 0 of a header is read with this many bytes at first: most have fewer. */
    private static final int FIRST_READ = 512;
    /** The reference library makes no smaller message area: there is always room for a continuation. */
    private static final int SMALLEST_MESSAGE_AREA = 22;

    private final String fileName;
    private final FieldSizes sizes;
    private final MetadataCache cache;
    private final FileSpace space;
    private final Storage storage;
    private final long base;
    private final boolean writable;
    private final FieldWriter scratch;

    /** @param base the position in the storage of address 0 */
    public ObjectStore(
            String fileName,
            FieldSizes sizes,
            MetadataCache cache,
            FileSpace space,
            Storage storage,
            long base,
            boolean writable) {
        this.fileName = fileName;
        this.sizes = sizes;
        this.cache = cache;
        this.space = space;
        this.storage = storage;
        this.base = base;
        this.writable = writable;
        scratch = new FieldWriter(sizes);
    }

    /** The file's name, for messages. */
    public String fileName() {
        return fileName;
    }

    /** The widths of addresses and lengths. */
    public FieldSizes sizes() {
        return sizes;
    }

    /** The metadata cache. */
    public MetadataCache cache() {
        return cache;
    }

    /** The space of the file. */
    public FileSpace space() {
        return space;
    }

    /** Where elements are read and written, past the cache. */
    public Storage storage() {
        return storage;
    }

    /** The position in the storage of address 0. */
    public long base() {
        return base;
    }

    /** The bytes that an encoder writes. */
    public byte[] encode(Consumer<FieldWriter> encoder) {
        encoder.accept(scratch.clear());
        return scratch.toByteArray();
    }

    /**
     * The header at an address.
     *
     * @throws CorruptFileException if there is none, or it is damaged
     * @throws UnsupportedFeatureException if it is of version 1
     */
    public ObjectHeader header(long address) throws IOException {
        CachedObject held = cache.find(address);
        if (held instanceof ObjectHeader header) {
            return header;
        }
        ObjectHeader header = load(address);
        cache.keep(header);
        return header;
    }

    private ObjectHeader load(long address) throws IOException {
        long available = space.endOfAllocation() - address;
        if (address < 0 || available <= 0) {
            throw new CorruptFileException("%s: %s at address %d: the end of allocation is %d"
                    .formatted(fileName, ObjectHeaderPrefix.STRUCTURE, address, space.endOfAllocation()));
        }
        byte[] image = cache.read(address, Math.min(FIRST_READ, available), ObjectHeaderPrefix.STRUCTURE);
        if (ObjectHeaderPrefix.versionOf(image, 0, address) == 1) {
            throw new UnsupportedFeatureException(
                    "%s: object header at address %d: version 1 is not supported yet".formatted(fileName, address));
        }
        ObjectHeaderPrefix prefix = ObjectHeaderPrefix.decode(reader(image, ObjectHeaderPrefix.STRUCTURE, address));
        long length = prefix.chunkLength();
        image = length <= image.length
                ? java.util.Arrays.copyOf(image, (int) length)
                : cache.read(address, length, ObjectHeaderPrefix.STRUCTURE);
        prefix.verifyChecksum(reader(image, ObjectHeaderPrefix.STRUCTURE, address));

        ObjectHeader header = new ObjectHeader(this, address, prefix);
        Set<Long> visited = new HashSet<>();
        visited.add(address);
        Deque<LiveMessage> continuations = new ArrayDeque<>();
        HeaderChunk first =
                new HeaderChunk(cache.loaded(address, image), prefix.prefixLength(), prefix.messageHeaderLength());
        addLoaded(header, first, prefix.prefixLength(), continuations);
        while (!continuations.isEmpty()) {
            LiveMessage message = continuations.remove();
            Continuation next = Continuation.decode(message.body(sizes, "object header continuation"));
            if (!visited.add(next.address())) {
                throw new CorruptFileException("%s: object header at address %d: its continuations come back to %d"
                        .formatted(fileName, address, next.address()));
            }
            byte[] chunkImage = cache.read(next.address(), next.length(), ContinuationChunk.STRUCTURE);
            ContinuationChunk.verify(reader(chunkImage, ContinuationChunk.STRUCTURE, next.address()));
            HeaderChunk chunk = new HeaderChunk(
                    cache.loaded(next.address(), chunkImage),
                    ContinuationChunk.PREFIX_LENGTH,
                    prefix.messageHeaderLength());
            chunk.linkedBy(message);
            addLoaded(header, chunk, ContinuationChunk.PREFIX_LENGTH, continuations);
        }
        return header;
    }

    private void addLoaded(ObjectHeader header, HeaderChunk chunk, int areaFrom, Deque<LiveMessage> continuations) {
        boolean tracked = header.prefix().creationOrderTracked();
        Block block = chunk.block();
        ObjectHeaderChunk area = ObjectHeaderChunk.messages(
                block.image(), areaFrom, block.checksumAt(), tracked, block.address() + areaFrom);
        for (MessageSlot slot : area.messages()) {
            if (slot.forbidsOpening(writable)) {
                throw new UnsupportedFeatureException("%s: object header at address %d: %s must be understood"
                        .formatted(fileName, header.address(), MessageType.titleOf(slot.type())));
            }
            if (!slot.is(MessageType.NIL)) {
                LiveMessage message = new LiveMessage(
                        slot.type(), slot.flags(), slot.creationIndex(), MessageHeader.length(tracked), slot.size());
                chunk.found(message, slot.headerOffset());
                if (slot.is(MessageType.CONTINUATION)) {
                    continuations.add(message);
                }
            }
        }
        header.addChunk(chunk);
    }

    private FieldReader reader(byte[] image, String structure, long address) {
        return FieldReader.of(image, sizes, structure, address);
    }

    /**
     * Makes a header that is as long as its messages need.
     *
     * @param spare bytes of room to leave for further messages
     */
    public ObjectHeader create(List<NewMessage> messages, int spare) {
        int area = spare;
        for (NewMessage message : messages) {
            area += MessageHeader.length(false) + message.body().length;
        }
        ObjectHeaderPrefix prefix = ObjectHeaderPrefix.of(Math.max(area, SMALLEST_MESSAGE_AREA));
        int length = Math.toIntExact(prefix.chunkLength());
        byte[] image = new byte[length];
        prefix.encode(scratch.clear());
        scratch.copyTo(image, 0);
        long address = space.allocate(HEADER_SPACE, length);
        ObjectHeader header = new ObjectHeader(this, address, prefix);
        HeaderChunk chunk =
                new HeaderChunk(cache.created(address, image), prefix.prefixLength(), prefix.messageHeaderLength());
        for (NewMessage message : messages) {
            chunk.append(message.type().number(), message.flags(), 0, message.body());
        }
        header.addChunk(chunk);
        cache.keep(header);
        return header;
    }

    HeaderChunk newContinuationChunk(long address, int length, int headerLength) {
        byte[] image = new byte[length];
        byte[] signature = ContinuationChunk.SIGNATURE.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(signature, 0, image, 0, signature.length);
        return new HeaderChunk(cache.created(address, image), ContinuationChunk.PREFIX_LENGTH, headerLength);
    }

    /** Gives all space of a header back; what its messages refer to must have been released before. */
    public void delete(ObjectHeader header) {
        header.delete();
    }
}
