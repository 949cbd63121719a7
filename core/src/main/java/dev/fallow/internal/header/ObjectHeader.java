package dev.fallow.internal.header;

import dev.fallow.CorruptFileException;
import dev.fallow.ObjectKind;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FieldReader;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.message.ModificationTime;
import dev.fallow.format.message.OldModificationTime;
import dev.fallow.format.message.ReferenceCount;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.HeaderMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.CachedObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

/**
 * A live object header: messages can be added, removed and replaced, and the header grows and shrinks accordingly. A
 * new message is placed in the smallest tail that holds it; otherwise a chunk is extended if the space after it is
 * free; otherwise a continuation chunk is created. An empty continuation chunk is freed, the last chunk is merged into
 * the others when they have room, and the end of a nearly empty chunk is cut off.
 */
public final class ObjectHeader implements CachedObject {
    /** The maximum number of hard links to an object. */
    public static final long MOST_LINKS = 0xFFFF_FFFFL;

    /** Messages kept in reserve for one change, for continuations, and for the NIL messages that follow them. */
    private static final int SPARE_MESSAGES = 16;

    private static final int DEFINED_TYPES = Arrays.stream(MessageType.values())
            .mapToInt(type -> HeaderChunk.bit(type.number()))
            .reduce(0, (some, more) -> some | more);
    private static final int UNKNOWN = -1;

    private final ObjectStore store;

    private final long address;
    private final HeaderFormat format;
    private final List<HeaderChunk> chunks = new ArrayList<>(1);

    /** The bits of the types of the messages in all chunks, so that a listing need not look at these; or unknown. */
    private int types = UNKNOWN;

    private Decoded decoded;
    private AttributeInfo attributeInfo;
    /** Whether the bodies of some messages are in a shared message heap. */
    private boolean sharing;
    /** The number of releases of space at which the chunks were last known to be in use. */
    private long inUseAt = -1;

    ObjectHeader(ObjectStore store, long address, HeaderFormat format) {
        this.store = store;
        this.address = address;
        this.format = format;
    }

    /** A header in one block, with the content of its image. */
    static ObjectHeader of(ObjectStore store, Block block, HeaderFormat format) {
        ObjectHeader header = new ObjectHeader(store, block.address(), format);
        HeaderChunk chunk = new HeaderChunk(block, format.firstAreaFrom(), format);
        chunk.count();
        header.addChunk(chunk);
        return header;
    }

    public HeaderFormat format() {
        return format;
    }

    /** State that a higher layer has decoded from the messages. */
    public interface Decoded {}

    /** The cached decoded state, or null. It lives as long as the live header. */
    public Decoded decoded() {
        return decoded;
    }

    /** Caches decoded state; null drops it. */
    public void keepDecoded(Decoded now) {
        decoded = now;
    }

    /** The decoded attribute info message, or its default, if cached. */
    public AttributeInfo attributeInfo() {
        return attributeInfo;
    }

    public void keepAttributeInfo(AttributeInfo decoded) {
        attributeInfo = decoded;
    }

    /** The chunks, chunk 0 first, in the order in which they are {@linkplain HeaderReader read}, so that all choices are the same then (I5). */
    List<HeaderChunk> chunks() {
        return chunks;
    }

    /** Restores the order of the chunks: that of the continuation messages in each chunk, one chunk after the other. O(messages). */
    void orderChunks() {
        if (chunks.size() <= 2) {
            return;
        }
        Map<LiveMessage, HeaderChunk> linked = new HashMap<>();
        chunks.forEach(chunk -> linked.put(chunk.continuation(), chunk));
        int count = chunks.size();
        chunks.subList(1, count).clear();
        for (int i = 0; chunks.size() < count; i++) {
            for (LiveMessage message : chunks.get(i).messages()) {
                if (linked.containsKey(message)) {
                    chunks.add(linked.get(message));
                }
            }
        }
    }

    private void compact() {
        store.headerSpace().compact(this);
        updateMessageCount();
    }

    void addChunk(HeaderChunk chunk) {
        chunks.add(chunk);
        chunk.partOf(this);
        typesChanged();
    }

    void typesChanged() {
        types = UNKNOWN;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public boolean isDirty() {
        for (int i = 0; i < chunks.size(); i++) {
            if (chunks.get(i).block().isDirty()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long bytesHeld() {
        long bytes = 0;
        for (int i = 0; i < chunks.size(); i++) {
            bytes += chunks.get(i).block().length();
        }
        return bytes;
    }

    /** The decoded messages of a small group: measured, 1,100 bytes for an image of 150. */
    @Override
    public int overheadBytes() {
        return 950;
    }

    @Override
    public Block loneBlock() {
        return chunks.size() == 1 && !sharing ? chunks.get(0).block() : null;
    }

    /** Records that the body of a message is in a shared message heap, so that an image alone does not suffice. */
    void sharesMessages() {
        sharing = true;
    }

    /** Visits each chunk of the header, chunk 0 first. */
    public void forEachChunk(BlockVisitor visitor) {
        for (HeaderChunk chunk : chunks) {
            visitor.visit(chunk.block().address(), chunk.block().length());
        }
    }

    /** Visits each run of bytes of the header that no message uses. */
    public void forEachGap(BlockVisitor visitor) {
        for (HeaderChunk chunk : chunks) {
            chunk.forEachGap(visitor);
        }
    }

    /** Receives the chunks of {@link #forEachChunk}, and the gaps of {@link #forEachGap}. */
    @FunctionalInterface
    public interface BlockVisitor {
        /** A run of bytes. */
        void visit(long address, long length);
    }

    /** The first message of a type, or null. */
    public LiveMessage find(MessageType type) {
        for (int i = 0; i < chunks.size(); i++) {
            LiveMessage found = chunks.get(i).find(type.number());
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The decoded first message of a type, or null. */
    public <T> T find(MessageType type, Function<FieldReader, T> decoder) {
        LiveMessage message = find(type);
        return message == null ? null : message.decoded(store.sizes(), decoder);
    }

    /** Whether there is a message of a type. */
    public boolean has(MessageType type) {
        if (types == UNKNOWN) {
            int all = 0;
            for (int i = 0; i < chunks.size(); i++) {
                all |= chunks.get(i).types();
            }
            types = all & DEFINED_TYPES;
        }
        return (types & HeaderChunk.bit(type.number())) != 0;
    }

    /** The kind of the object, determined by the messages specific to each kind. */
    public ObjectKind kind() {
        if (has(MessageType.LINK_INFO) || has(MessageType.SYMBOL_TABLE)) {
            return ObjectKind.GROUP;
        } else if (has(MessageType.DATA_LAYOUT)) {
            return ObjectKind.DATASET;
        }
        return has(MessageType.DATATYPE) ? ObjectKind.DATATYPE : ObjectKind.UNKNOWN;
    }

    /**
     * A description of the first message that is not understood, and prevents the object from being deleted or copied; null if
     * all are understood.
     */
    public String notUnderstood() {
        if (!mayHaveOther(MessageFlags.SHARED, MessageType.EXTERNAL_DATA_FILES)) {
            return null;
        }
        for (LiveMessage message : messages(any -> true)) {
            MessageType type = MessageType.of(message.type()).orElse(null);
            if ((message.flags() & MessageFlags.SHARED) != 0 && type != MessageType.DATATYPE) {
                return "a shared " + MessageType.titleOf(message.type());
            }
            if (type == null || type == MessageType.EXTERNAL_DATA_FILES && kind() != ObjectKind.DATASET) {
                return MessageType.titleOf(message.type());
            }
        }
        return null;
    }

    /** Whether a message may have one of these flags, or this type, or one that the specification does not define. */
    private boolean mayHaveOther(int otherFlags, MessageType otherType) {
        for (int i = 0; i < chunks.size(); i++) {
            HeaderChunk chunk = chunks.get(i);
            if ((chunk.flags() & otherFlags) != 0
                    || (chunk.types() & (HeaderChunk.bit(otherType.number()) | ~DEFINED_TYPES)) != 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * All messages that match a predicate, in the order of their positions. A copy: the header may be changed during
     * iteration.
     */
    public List<LiveMessage> messages(Predicate<LiveMessage> wanted) {
        List<LiveMessage> found = new ArrayList<>();
        for (HeaderChunk chunk : chunks) {
            for (LiveMessage message : chunk.messages()) {
                if (wanted.test(message)) {
                    found.add(message);
                }
            }
        }
        return found;
    }

    /** All messages of a type, in the order of their positions. */
    public List<LiveMessage> messages(MessageType type) {
        return messages(message -> message.type() == type.number());
    }

    /** The number of messages of a type. */
    public int count(MessageType type) {
        int count = 0;
        for (HeaderChunk chunk : chunks) {
            for (LiveMessage message : chunk.messages()) {
                if (message.type() == type.number()) {
                    count++;
                }
            }
        }
        return count;
    }

    /** Adds a message, which must not be too long for the format; a new chunk gets {@code slack} bytes for further messages. */
    public LiveMessage add(MessageType type, int flags, byte[] body, int slack) {
        return add(type, flags, 0, body, slack);
    }

    public LiveMessage add(MessageType type, int flags, int creationIndex, byte[] body, int slack) {
        if (body.length > format.largestSize()) {
            throw new IllegalArgumentException(
                    "a message of " + body.length + " bytes, the maximum is " + format.largestSize());
        }
        int total = format.messageHeaderLength() + format.paddedSize(body.length);
        HeaderChunk chunk = store.headerSpace().room(this, total, slack);
        LiveMessage message = chunk.append(type.number(), flags, creationIndex, body);
        updateMessageCount();
        touch(type.number());
        return message;
    }

    /** Adds a message that is in a shared message heap, with its ID and body there, and is already counted there. */
    public void addShared(MessageType type, int creationIndex, long id, byte[] shared) {
        byte[] reference = store.encode(SharedMessage.inHeap(SharedMessages.bytes(id))::encode);
        add(type, MessageFlags.SHARED, creationIndex, reference, 0).share(id, shared);
        sharesMessages();
    }

    /** Removes a message; the object must not be used afterwards. */
    public void remove(LiveMessage message) {
        release(message);
        touch(message.type());
        message.chunk().remove(message);
        compact();
    }

    /** Gives up the message's entry in the shared message table, if it has one. */
    private void release(LiveMessage message) {
        if (store.sharedMessages() != null) {
            store.sharedMessages().release(this, message);
        }
    }

    /** Removes all messages of a type; those that are shared remain counted in the table. O(messages). */
    public void removeAll(MessageType type) {
        for (HeaderChunk chunk : chunks) {
            chunk.removeAll(type);
        }
        store.headerSpace().dropChunks(this);
        updateMessageCount();
    }

    /** Adds messages of one type, without flags. If a new chunk is created, it has room for all of them. */
    public void addAll(MessageType type, List<byte[]> bodies, IntUnaryOperator creationIndex) {
        int left = 0;
        for (byte[] body : bodies) {
            left += format.messageHeaderLength() + format.paddedSize(body.length);
        }
        for (int i = 0; i < bodies.size(); i++) {
            byte[] body = bodies.get(i);
            left -= format.messageHeaderLength() + format.paddedSize(body.length);
            add(type, 0, creationIndex.applyAsInt(i), body, left);
        }
    }

    /** The number of messages in all chunks, including NIL messages and continuations. */
    int messageCount() {
        int count = 0;
        for (HeaderChunk chunk : chunks) {
            count += chunk.messageCount();
        }
        return count;
    }

    /** The number of hard links to the object; for a committed datatype including its users. */
    public long linkCount() {
        if (format.isVersion1()) {
            return format.linkCount(chunks.get(0).block().image());
        }
        ReferenceCount stored = find(MessageType.REFERENCE_COUNT, ReferenceCount::decode);
        return stored == null ? 1 : stored.count();
    }

    /** Sets the link count, 1 to {@link #MOST_LINKS}. A version 2 header stores it in a message, only from 2 on. */
    public void setLinkCount(long count) {
        Block first = chunks.get(0).block();
        if (format.isVersion1()) {
            format.putLinkCount(first.image(), count);
            first.markDirty();
            markUnknown();
            return;
        }
        LiveMessage message = find(MessageType.REFERENCE_COUNT);
        byte[] body = store.encode(new ReferenceCount(count)::encode);
        if (message == null && count > 1) {
            add(MessageType.REFERENCE_COUNT, MessageFlags.DO_NOT_SHARE, body, 0);
        } else if (message != null && count > 1) {
            replace(message, MessageType.REFERENCE_COUNT, body);
        } else if (message != null) {
            remove(message);
        }
    }

    /**
     * Checks that the header can grow, which needs space for a continuation message and for a few more messages. Another program
     * may have created it too small for that.
     */
    public void checkCanGrow() {
        checkCanGrow(0);
    }

    /**
     * As {@link #checkCanGrow()}.
     *
     * @param more messages beside those for which every change has room
     */
    public void checkCanGrow(int more) {
        checkInUse();
        int count = 0;
        for (HeaderChunk chunk : chunks) {
            count += chunk.messages().size(); // without NIL messages, whose number any change reduces
        }
        if (count > format.mostMessages() - SPARE_MESSAGES - more) {
            throw new UnsupportedFeatureException(
                    "%s: the object header at address %d has %d messages%s, the maximum is %d"
                            .formatted(
                                    store.fileName(),
                                    address,
                                    count,
                                    more == 0 ? "" : ", and %d are to be added".formatted(more),
                                    format.mostMessages()));
        }
        store.headerSpace().checkContinuationFits(this);
    }

    /** Checks that no chunk overlaps free space, which an edit of an overlapping structure may have caused. */
    public void checkInUse() {
        if (inUseAt == store.space().releases()) {
            return;
        }
        for (HeaderChunk chunk : chunks) {
            long at = chunk.block().address();
            if (!store.space().inUse(at, chunk.block().length())) {
                throw new CorruptFileException(
                        "%s: the object header at address %d: %d bytes at address %d overlap free space"
                                .formatted(
                                        store.fileName(), address, chunk.block().length(), at));
            }
        }
        inUseAt = store.space().releases();
    }

    void updateMessageCount() {
        if (format.isVersion1()) {
            Block first = chunks.get(0).block();
            format.putMessageCount(first.image(), messageCount());
            first.markDirty();
        }
    }

    /** Removes the flag that a message is constant, because libhdf5 cannot change a message that has it. */
    public void makeChangeable(LiveMessage message) {
        if ((message.flags() & MessageFlags.CONSTANT) != 0) {
            message.unflag(MessageFlags.CONSTANT);
            message.chunk().putFlags(message);
        }
    }

    /** Replaces a message's body, in place if the length is the same. The new body is not shared. */
    public LiveMessage replace(LiveMessage message, MessageType type, byte[] body) {
        if (message.sharedId() != SharedMessages.NONE || message.isSharable()) {
            release(message);
            message.unshare();
            message.chunk().putFlags(message);
        }
        if (format.paddedSize(body.length) == message.size()) {
            byte[] padded = Arrays.copyOf(body, message.size());
            System.arraycopy(padded, 0, message.chunk().block().image(), message.bodyAt(), padded.length);
            message.chunk().block().markDirty();
            touch(type.number());
            return message;
        }
        message.chunk().remove(message);
        LiveMessage added = add(type, message.flags(), message.creationIndex(), body, 0);
        compact();
        return added;
    }

    /** As in libhdf5, a change of the link count does not update the time. */
    private void touch(int type) {
        if (type != MessageType.REFERENCE_COUNT.number()) {
            touch();
        } else {
            markUnknown();
        }
    }

    /**
     * Marks the messages of unknown types that ask for it, because the object changes: a program that knows them has to learn
     * that they may be out of date.
     */
    public void markUnknown() {
        for (int i = 0; i < chunks.size(); i++) {
            HeaderChunk chunk = chunks.get(i);
            if ((chunk.flags() & MessageFlags.MARK_IF_UNKNOWN) != 0 && (chunk.types() & ~DEFINED_TYPES) != 0) {
                chunk.markUnknown();
            }
        }
    }

    /** Updates the modification time, if the object stores times. For changes both in the header and outside it. */
    public void touch() {
        markUnknown();
        Block first = chunks.get(0).block();
        if (!format.isVersion1()) {
            if (format.storesTimes()) {
                format.putChangeTime(first.image(), store.newObjects().seconds());
                first.markDirty();
            }
            return;
        }
        LiveMessage time = find(MessageType.MODIFICATION_TIME);
        HeaderMessage now = new ModificationTime(store.newObjects().seconds());
        if (time == null) {
            time = find(MessageType.MODIFICATION_TIME_OLD);
            now = OldModificationTime.ofSeconds(store.newObjects().seconds());
        }
        byte[] body = time == null ? null : store.encode(now::encode);
        if (body != null && time.size() >= body.length) {
            System.arraycopy(body, 0, time.chunk().block().image(), time.bodyAt(), body.length);
            time.chunk().block().markDirty();
        }
    }

    /** Evicts the header. Its blocks are not written any more; the caller frees their space. */
    void discard() {
        store.cache().forget(this);
        chunks.forEach(chunk -> store.cache().discard(chunk.block()));
        chunks.clear();
    }
}
