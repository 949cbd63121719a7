package dev.fallow.internal.header;

import dev.fallow.CorruptFileException;
import dev.fallow.NoSuchObjectException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.message.Continuation;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.ContinuationChunk;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageSlot;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.objectheader.ObjectHeaderChunk;
import dev.fallow.format.objectheader.ObjectHeaderPrefix;
import dev.fallow.format.objectheader.ObjectHeaderPrefixV1;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.CachedObject;
import dev.fallow.internal.cache.MetadataCache;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds object headers in the cache, and loads and checks those that are not there. */
final class HeaderReader {
    /** The initial read of chunk 0 in bytes; most headers are shorter. */
    private static final int FIRST_READ = 512;

    private static final String STRUCTURE = ObjectHeaderPrefix.STRUCTURE;

    private final ObjectStore store;
    /** Whether the file is open for editing, which some messages forbid. */
    private final boolean writable;

    private ObjectHeaderPrefix lastPrefix;
    /** The prefix that was decoded last, and its bytes. */
    private ObjectHeaderPrefix lastDecoded;

    private byte[] lastBytes = {};

    HeaderReader(ObjectStore store, boolean writable) {
        this.store = store;
        this.writable = writable;
    }

    /** The header at an address; see {@link ObjectStore#header}. */
    ObjectHeader header(long address) throws IOException {
        if (store.cache().find(address) instanceof ObjectHeader header) {
            return header;
        }
        Block parked = store.cache().unpark(address);
        ObjectHeader header = parked != null
                ? ObjectHeader.of(store, parked, formatOf(parked.image(), address))
                : new Loading(address).header();
        store.cache().keep(header);
        return header;
    }

    /**
     * As {@link #header}, but a header that is not live does not become so, if its image can be parked: for a walk over many. It must
     * not be modified, except for bytes of its image, which {@link #changed} is told.
     */
    ObjectHeader peek(long address) throws IOException {
        if (store.cache().find(address) != null) {
            return header(address);
        }
        Block parked = store.cache().parkedCopy(address);
        if (parked != null) {
            return ObjectHeader.of(store, parked, formatOf(parked.image(), address));
        }
        ObjectHeader loaded = new Loading(address).header();
        if (!MetadataCache.isParkable(loaded)) {
            store.cache().keep(loaded);
        }
        return loaded;
    }

    /** The image of a header that {@link #peek} has returned was changed. */
    void changed(ObjectHeader peeked, Block block) {
        if (store.cache().find(peeked.address()) == peeked) {
            block.markDirty();
        } else {
            store.cache().parkChanged(block);
        }
    }

    /** The header at an address that a reference contains; see {@link ObjectStore#referred}. */
    ObjectHeader referred(long address) throws IOException {
        if (!store.space().inUse(address, 1)) {
            throw missing(address, null);
        }
        try {
            return header(address);
        } catch (CorruptFileException | FormatException e) {
            throw begins(address) ? e : missing(address, e);
        }
    }

    /** Whether an object is at an address; see {@link ObjectStore#isObject}. */
    boolean isObject(long address) throws IOException {
        if (!store.space().inUse(address, 1)) {
            return false;
        }
        CachedObject held = store.cache().find(address);
        return held != null ? held instanceof ObjectHeader : store.cache().isParked(address) || begins(address);
    }

    private NoSuchObjectException missing(long address, Exception cause) {
        return new NoSuchObjectException(
                "%s: no object at the address %d that the reference contains; it may have been deleted"
                        .formatted(store.fileName(), address),
                cause);
    }

    /** Whether the bytes at an address begin as those of a header. */
    private boolean begins(long address) throws IOException {
        try {
            byte[] start = store.cache().readStart(address, ObjectHeaderPrefixV1.LENGTH, STRUCTURE);
            if (ObjectHeaderPrefix.versionOf(start, 0, address) == 1) {
                ObjectHeaderPrefixV1.decode(reader(start, address));
            }
            return true;
        } catch (CorruptFileException | FormatException e) {
            return false;
        }
    }

    /** The format of a header that has been checked. */
    private HeaderFormat formatOf(byte[] image, long address) {
        if (lastDecoded != null && Arrays.mismatch(image, lastBytes) == lastBytes.length) {
            return HeaderFormat.version2(lastDecoded);
        }
        if (ObjectHeaderPrefix.versionOf(image, 0, address) == 1) {
            return HeaderFormat.VERSION_1;
        }
        ObjectHeaderPrefix prefix = ObjectHeaderPrefix.decode(reader(image, address));
        lastDecoded = shared(prefix);
        lastBytes = Arrays.copyOf(image, prefix.prefixLength());
        return HeaderFormat.version2(lastDecoded);
    }

    /** Deduplicates prefixes, which are equal in most headers. */
    ObjectHeaderPrefix shared(ObjectHeaderPrefix prefix) {
        if (lastPrefix == null || !prefix.isLike(lastPrefix)) {
            lastPrefix = prefix;
        }
        return lastPrefix;
    }

    private FieldReader reader(byte[] image, long at) {
        return FieldReader.of(image, store.sizes(), STRUCTURE, at);
    }

    /** Reads and checks one header of either version, with all its chunks. */
    private final class Loading {
        private final long address;
        private ObjectHeader header;
        /** Null while there are none, which is mostly so. */
        private Deque<LiveMessage> continuations;

        private Set<Long> visited;

        Loading(long address) {
            this.address = address;
        }

        /** @throws CorruptFileException if there is no header, it is damaged, or its chunks form a cycle */
        ObjectHeader header() throws IOException {
            byte[] start = store.cache().readStart(address, FIRST_READ, STRUCTURE);
            if (ObjectHeaderPrefix.versionOf(start, 0, address) == 1) {
                ObjectHeaderPrefixV1 prefix = ObjectHeaderPrefixV1.decode(reader(start, address));
                addChunks(HeaderFormat.VERSION_1, whole(start, prefix.chunkLength()), STRUCTURE);
                prefix.checkMessageCount(header.messageCount(), address);
            } else {
                ObjectHeaderPrefix prefix = ObjectHeaderPrefix.decode(reader(start, address));
                byte[] image = whole(start, prefix.chunkLength());
                prefix.verifyChecksum(reader(image, address));
                addChunks(HeaderFormat.version2(prefix), image, ContinuationChunk.STRUCTURE);
            }
            return header;
        }

        private byte[] whole(byte[] start, long length) throws IOException {
            return length <= start.length
                    ? Arrays.copyOf(start, (int) length)
                    : store.cache().read(address, length, STRUCTURE);
        }

        private void addChunks(HeaderFormat format, byte[] first, String structure) throws IOException {
            header = new ObjectHeader(store, address, format);
            addChunk(null, address, first, format.firstAreaFrom());
            while (continuations != null && !continuations.isEmpty()) {
                LiveMessage message = continuations.remove();
                Continuation next = next(message);
                byte[] chunk = store.cache().read(next.address(), next.length(), structure);
                if (!format.isVersion1()) {
                    ContinuationChunk.verify(FieldReader.of(chunk, store.sizes(), structure, next.address()));
                }
                addChunk(message, next.address(), chunk, format.continuationAreaFrom());
            }
        }

        private Continuation next(LiveMessage message) {
            Continuation next = message.decoded(store.sizes(), Continuation::decode);
            if (!visited.add(next.address())) {
                throw new CorruptFileException("%s: object header at address %d: its continuations return to %d"
                        .formatted(store.fileName(), address, next.address()));
            }
            return next;
        }

        /** @param continuation the message that refers to the chunk; null for chunk 0 */
        private void addChunk(LiveMessage continuation, long at, byte[] image, int areaFrom) throws IOException {
            HeaderFormat format = header.format();
            Block block = store.cache().loaded(at, image, format.trailerLength());
            HeaderChunk chunk = new HeaderChunk(block, areaFrom, format);
            chunk.linkedBy(continuation);
            List<MessageSlot> slots = slots(block, areaFrom).messages();
            boolean plain = true;
            for (int i = 0; i < slots.size(); i++) {
                plain &= check(slots.get(i));
            }
            if (plain) {
                chunk.count(); // most objects are only asked for the types of their messages
            } else {
                addEach(slots, chunk);
            }
            header.addChunk(chunk);
        }

        private ObjectHeaderChunk slots(Block block, int areaFrom) {
            HeaderFormat format = header.format();
            int areaTo = block.length() - format.trailerLength();
            long areaAddress = block.address() + areaFrom;
            return format.isVersion1()
                    ? ObjectHeaderChunk.messagesV1(block.image(), areaFrom, areaTo, areaAddress)
                    : ObjectHeaderChunk.messages(
                            block.image(), areaFrom, areaTo, format.creationOrderTracked(), areaAddress);
        }

        /** Whether nothing has to be done for a message now. */
        private boolean check(MessageSlot slot) {
            if (slot.forbidsOpening(writable)) {
                throw new UnsupportedFeatureException("%s: object header at address %d: %s must be understood"
                        .formatted(store.fileName(), address, MessageType.titleOf(slot.type())));
            }
            boolean resolved = (slot.flags() & MessageFlags.SHARED) == 0 || store.sharedMessages() == null;
            return resolved && !slot.is(MessageType.CONTINUATION);
        }

        private void addEach(List<MessageSlot> slots, HeaderChunk chunk) throws IOException {
            for (MessageSlot slot : slots) {
                if (slot.is(MessageType.NIL)) {
                    chunk.foundNil();
                    continue;
                }
                int flags = slot.is(MessageType.CONTINUATION) ? 0 : slot.flags(); // flags that have no meaning there
                LiveMessage message = new LiveMessage(
                        slot.type(),
                        flags,
                        slot.creationIndex(),
                        header.format().messageHeaderLength(),
                        slot.size());
                chunk.found(message, slot.headerOffset());
                if ((flags & MessageFlags.SHARED) != 0 && store.sharedMessages() != null) {
                    resolve(message);
                }
                if (slot.is(MessageType.CONTINUATION)) {
                    follow(message);
                }
            }
        }

        private void follow(LiveMessage continuation) {
            if (continuations == null) {
                continuations = new ArrayDeque<>();
                visited = new HashSet<>();
                visited.add(address);
            }
            continuations.add(continuation);
        }

        /**
         * Replaces a message's body by the shared one if that is in a heap; a reference to a committed datatype is
         * unchanged.
         */
        private void resolve(LiveMessage message) throws IOException {
            SharedMessage reference = SharedMessage.decode(message.body(store.sizes(), "shared message"));
            if (reference.address() == Addresses.UNDEFINED) {
                long id = LittleEndian.i64(reference.heapId(), 0);
                FieldReader body = store.sharedMessages().find(message.type(), id);
                message.share(id, body.bytes(body.remaining()));
                header.sharesMessages();
            }
        }
    }
}
