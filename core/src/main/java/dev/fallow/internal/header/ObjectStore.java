package dev.fallow.internal.header;

import dev.fallow.CorruptFileException;
import dev.fallow.NoSuchObjectException;
import dev.fallow.SessionOptions;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.message.BTreeK;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.cache.Advance;
import dev.fallow.internal.cache.DecodedChunks;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.cache.StructureReader;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.filter.EncodedBytes;
import dev.fallow.internal.globalheap.GlobalHeap;
import dev.fallow.internal.heap.FractalHeap;
import dev.fallow.internal.slice.MappingTable;
import dev.fallow.internal.storage.Memory;
import dev.fallow.internal.storage.Storage;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;

/**
 * The context of a container: its storage, space, caches and settings, and its object headers, which it loads, creates and
 * deletes. Live headers are kept in the metadata cache.
 */
public final class ObjectStore {
    public static final AllocationType HEADER_SPACE = AllocationType.OBJECT_HEADER;

    /** Larger than any file system allows. */
    private static final long LARGEST_FILE = 1L << 62;

    private final Advance advance = new Advance();
    private final String fileName;
    private final FieldSizes sizes;
    private final MetadataCache cache;
    private final FileSpace space;
    private final Storage storage;
    private final long base;
    private final BTreeK groupK;
    private final StructureStore structures;
    private final GlobalHeap globalHeap;
    private DecodedChunks decodedChunks = new DecodedChunks(DecodedChunks.ADAPTIVE);
    private int filterThreads = 1;
    private Executor filterExecutor = ForkJoinPool.commonPool();
    private boolean skipsUnwritableFilters;
    private EncodedBytes encodedBytes = new EncodedBytes();
    private final MappingTable.Recent mappingTables = new MappingTable.Recent();
    private final RepackingCandidates sparse = new RepackingCandidates();
    private final RepackingCandidates rewritten = new RepackingCandidates();
    private final NewHeaders newHeaders = new NewHeaders(this);
    private boolean placesLater = true;
    private final NewHeaderPlaces newHeaderPlaces = new NewHeaderPlaces(this);
    private final UnplacedElements unplacedElements = new UnplacedElements(this);
    private final HeaderSpace headerSpace = new HeaderSpace(this);
    private final HeaderReader reader;
    private long announcedElements;
    private final FieldWriter scratch;
    /** Null if the file has no such table. */
    private SharedMessages sharedMessages;
    /** Null while a container is being opened. */
    private ForeignFiles foreignFiles;

    private NewObjects newObjects = NewObjects.LATEST;
    /** Addresses of object headers whose link count is lower than the number of links and users found. */
    private AddressTable lowLinkCounts = new AddressTable();

    /**
     * @param base the position of address 0 in the storage
     * @param groupK the K values that determine node sizes of old-style groups
     */
    public ObjectStore(
            String fileName,
            FieldSizes sizes,
            MetadataCache cache,
            FileSpace space,
            Storage storage,
            long base,
            boolean writable,
            BTreeK groupK) {
        this.fileName = fileName;
        this.sizes = sizes;
        this.cache = cache;
        this.space = space;
        this.storage = storage;
        this.base = base;
        this.groupK = groupK;
        structures = new StructureStore(new StructureReader(cache, sizes), cache, space);
        globalHeap = new GlobalHeap(structures);
        scratch = new FieldWriter(sizes);
        reader = new HeaderReader(this, writable);
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

    /** Reads the structures that headers refer to. */
    public StructureReader structures() {
        return structures.reader();
    }

    /** Edits the structures that headers refer to. */
    public StructureStore structureStore() {
        return structures;
    }

    /** Writes the numbers of free bytes of fractal heaps that the verification found to be wrong. */
    public void correctHeaps() throws IOException {
        FractalHeap.correctHeaders(structures);
    }

    /** Stores the variable-length parts of elements. */
    public GlobalHeap globalHeap() {
        return globalHeap;
    }

    /** The chunks of datasets that were decoded last. */
    public DecodedChunks decodedChunks() {
        return decodedChunks;
    }

    /** Tells the application how far an operation on the whole file is. */
    public Advance advance() {
        return advance;
    }

    /** The number of threads that filter the chunks of one read or write. */
    public int filterThreads() {
        return filterThreads;
    }

    /** The executor of the threads that filter chunks, besides the calling one. */
    public Executor filterExecutor() {
        return filterExecutor;
    }

    /** Whether chunks are written without the optional filters that cannot be applied. */
    public boolean skipsUnwritableFilters() {
        return skipsUnwritableFilters;
    }

    /** The bytes of the chunks that the session has encoded. */
    public EncodedBytes encodedBytes() {
        return encodedBytes;
    }

    /** Sets how chunks are read and written. */
    public void setChunkHandling(SessionOptions<?> options) {
        decodedChunks = new DecodedChunks(options.chunkCacheBytes());
        filterThreads = options.filterThreads();
        filterExecutor = options.filterExecutor();
        skipsUnwritableFilters = options.unwritableFiltersSkipped();
    }

    /** Handles chunks as another store of the same container does, with the same cache. */
    public void shareChunks(ObjectStore other) {
        decodedChunks = other.decodedChunks;
        filterThreads = other.filterThreads;
        filterExecutor = other.filterExecutor;
        skipsUnwritableFilters = other.skipsUnwritableFilters;
        encodedBytes = other.encodedBytes;
    }

    /** The mappings of virtual datasets that were used last. */
    public MappingTable.Recent mappingTables() {
        return mappingTables;
    }

    /** The objects whose dense storage may have become sparse. */
    public RepackingCandidates sparse() {
        return sparse;
    }

    /** The datasets whose chunks were rewritten or removed. */
    public RepackingCandidates rewritten() {
        return rewritten;
    }

    /** The file's K values, which determine the node sizes of old-style groups. */
    public BTreeK groupK() {
        return groupK;
    }

    /** Protects the objects whose headers are at these addresses: their link counts are too low. */
    public void distrustLinkCounts(AddressTable tooLow) {
        lowLinkCounts = tooLow;
    }

    /**
     * The link count of an object that is about to lose a link.
     *
     * @throws CorruptFileException if more links and users were found
     */
    public long trustedLinkCount(ObjectHeader header, String path) {
        long count = header.linkCount();
        int index = lowLinkCounts.indexOf(header.address());
        if (index >= 0) {
            throw new CorruptFileException(
                    "%s: %s, object header at address %d: expected a link count of at least %d, found %d; the object is kept"
                            .formatted(fileName, path, header.address(), lowLinkCounts.value(index), count));
        }
        return count;
    }

    HeaderReader reader() {
        return reader;
    }

    /** Enables access to messages stored in the file's shared message table. */
    public void useSharedMessages(SharedMessages messages) {
        sharedMessages = messages;
    }

    /** The file's shared message table; null if there is none. */
    public SharedMessages sharedMessages() {
        return sharedMessages;
    }

    /** Sets the access to other files. */
    public void useForeignFiles(ForeignFiles files) {
        foreignFiles = files;
    }

    /** The other files that objects refer to. */
    public ForeignFiles foreignFiles() {
        return foreignFiles;
    }

    /** The settings for new objects and messages. */
    public NewObjects newObjects() {
        return newObjects;
    }

    /** Sets the settings for new objects and messages. */
    public void setNewObjects(NewObjects how) {
        newObjects = how;
    }

    /** Creates object headers. */
    public NewHeaders newHeaders() {
        return newHeaders;
    }

    /** Places new objects at once and for good: what they request is recorded. */
    public void placeAtOnce() {
        placesLater = false;
    }

    /**
     * Whether new objects may get another place with the commit, and elements that are not written theirs: not where addresses are
     * short and may not suffice.
     */
    public boolean placesLater() {
        return placesLater && sizes.offsets() == Long.BYTES;
    }

    /** Places the headers of new objects. */
    public NewHeaderPlaces newHeaderPlaces() {
        return newHeaderPlaces;
    }

    /** The elements that have no space yet. */
    public UnplacedElements unplacedElements() {
        return unplacedElements;
    }

    /** Headers have moved: what refers to them in memory follows. */
    void moved(AddressTable moved) {
        sparse.moved(moved::valueOrSame);
        rewritten.moved(moved::valueOrSame);
        unplacedElements.moved(moved::valueOrSame);
        decodedChunks.removeIf(dataset -> moved.indexOf(dataset) >= 0);
    }

    HeaderSpace headerSpace() {
        return headerSpace;
    }

    /** The space of the file. */
    public FileSpace space() {
        return space;
    }

    /**
     * The largest end of allocation: limited by the width of addresses, and far enough below 2^63 for allocations that
     * accompany elements.
     */
    public long largestEnd() {
        int width = sizes.offsets();
        return width == 8 ? LARGEST_FILE : (1L << 8 * width) - 2 - base;
    }

    /** Announces, while a change is checked, that it will allocate more bytes of elements. */
    public void announceElements(long bytes) {
        announcedElements = Memory.sum(announcedElements, bytes);
    }

    /** Returns the announced bytes of elements and resets them. */
    public long takeAnnouncedElements() {
        long announced = announcedElements;
        announcedElements = 0;
        return announced;
    }

    /** The storage, through which elements bypass the cache. */
    public Storage storage() {
        return storage;
    }

    /**
     * Reads elements to the start of an array. Space that was allocated but never written may be past the end of the file, and reads
     * as zeros.
     */
    public void readElements(long address, byte[] bytes, int length) throws IOException {
        long position = base + address;
        try {
            storage.read(position, ByteBuffer.wrap(bytes, 0, length)); // asks for the file's length only if it is short
            return;
        } catch (EOFException e) {
            // part of it has never been written
        }
        int present = (int) Math.max(0, Math.min(length, storage.size() - position));
        if (present > 0) {
            storage.read(position, ByteBuffer.wrap(bytes, 0, present));
        }
        Arrays.fill(bytes, present, length, (byte) 0);
    }

    /** The position of address 0 in the storage. */
    public long base() {
        return base;
    }

    /** The bytes written by an encoder. */
    public byte[] encode(Consumer<FieldWriter> encoder) {
        encoder.accept(scratch.clear());
        return scratch.toByteArray();
    }

    /**
     * The header at an address.
     *
     * @throws CorruptFileException if there is no header at the address, or it is damaged
     */
    public ObjectHeader header(long address) throws IOException {
        return reader.header(address);
    }

    /**
     * The header at an address that a reference contains. An object that was deleted before the container was opened is told only if its
     * space is listed as free, or used otherwise.
     *
     * @throws NoSuchObjectException if the address is in free space, or no header begins there
     * @throws CorruptFileException if the header is damaged
     */
    public ObjectHeader referred(long address) throws IOException {
        return reader.referred(address);
    }

    /** Whether an object is at an address, as far as {@link #referred} tells. Loads nothing. */
    public boolean isObject(long address) throws IOException {
        return reader.isObject(address);
    }

    /** As {@link #isObject}, for checks of elements. */
    public boolean mayRefer(long address) {
        try {
            return isObject(address);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Evicts the header at an address if it is cached. Its space is about to be freed, so it is not written. */
    public void forget(long address) {
        unplacedElements.deleted(address);
        sparse.deleted(address);
        rewritten.deleted(address);
        decodedChunks.removeAll(address);
        if (cache.find(address) instanceof ObjectHeader header) {
            header.discard();
        } else {
            cache.discardParked(address);
        }
    }
}
