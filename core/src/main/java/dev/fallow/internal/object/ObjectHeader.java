package dev.fallow.internal.object;

import dev.fallow.CorruptFileException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.message.Continuation;
import dev.fallow.format.message.ModificationTime;
import dev.fallow.format.message.OldModificationTime;
import dev.fallow.format.message.ReferenceCount;
import dev.fallow.format.objectheader.HeaderMessage;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.CachedObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

/**
 * An object header, live: its messages can be added, removed and replaced, and the header grows and shrinks
 * with them. A message goes into the smallest tail it fits into; else a chunk is extended in place where the space
 * behind it is free; else a continuation chunk is made. A continuation chunk that has become empty is given back, the
 * last one is drawn back into the others when they have the room, and the end of a chunk that is nearly empty is cut.
 */
public final class ObjectHeader implements CachedObject {
    /** The most hard links that an object can have. */
    public static final long MOST_LINKS = 0xFFFF_FFFFL;

    /** Messages that are kept free: for what one change may add, for continuations, and for NIL messages behind them. */
    private static final int SPARE_MESSAGES = 16;
    /** A chunk is cut if not one part of so many will be left: then it does not have to grow again soon. */
    private static final int TRIM_BELOW = 4;

    private static final int SMALLEST_TRIMMED_AREA = 256;
    private static final int ALIGNMENT = 8;

    private final ObjectStore store;
    private final long address;
    private final HeaderFormat format;
    private final List<HeaderChunk> chunks = new ArrayList<>(1);

    private Links links;
    private AttributeInfo attributeInfo;
    /** After how many releases of space the chunks were last known to be in use. */
    private long inUseAt = -1;

    ObjectHeader(ObjectStore store, long address, HeaderFormat format) {
        this.store = store;
        this.address = address;
        this.format = format;
    }

    /** The header that lies in one block, with nothing but what its image says. */
    static ObjectHeader of(ObjectStore store, Block block, HeaderFormat format) {
        ObjectHeader header = new ObjectHeader(store, block.address(), format);
        HeaderChunk chunk = new HeaderChunk(block, format.firstAreaFrom(), format);
        chunk.count();
        header.addChunk(chunk);
        return header;
    }

    HeaderFormat format() {
        return format;
    }

    /** The decoded links of this group if they are held; they live as long as the live header. */
    Links links() {
        return links;
    }

    void keepLinks(Links decoded) {
        links = decoded;
    }

    /** The decoded attribute info message, or what it would say, if it is held. */
    AttributeInfo attributeInfo() {
        return attributeInfo;
    }

    void keepAttributeInfo(AttributeInfo decoded) {
        attributeInfo = decoded;
    }

    void addChunk(HeaderChunk chunk) {
        chunks.add(chunk);
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public boolean isDirty() {
        for (HeaderChunk chunk : chunks) {
            if (chunk.block().isDirty()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long bytesHeld() {
        long bytes = 0;
        for (HeaderChunk chunk : chunks) {
            bytes += chunk.block().length();
        }
        return bytes;
    }

    /** The messages of a small group, decoded: measured, 1,100 bytes with an image of 150. */
    @Override
    public int overheadBytes() {
        return 950;
    }

    @Override
    public Block loneBlock() {
        return chunks.size() == 1 ? chunks.get(0).block() : null;
    }

    /** Calls for each chunk of the header, chunk 0 first: the space that it lives in. */
    public void forEachChunk(BlockVisitor visitor) {
        for (HeaderChunk chunk : chunks) {
            visitor.visit(chunk.block().address(), chunk.block().length());
        }
    }

    /** What {@link #forEachChunk} calls. */
    @FunctionalInterface
    public interface BlockVisitor {
        /**
         * @param address first byte
         * @param length bytes
         */
        void visit(long address, long length);
    }

    /** The first message of a type, or null. */
    public LiveMessage find(MessageType type) {
        for (HeaderChunk chunk : chunks) {
            for (LiveMessage message : chunk.messages()) {
                if (message.type() == type.number()) {
                    return message;
                }
            }
        }
        return null;
    }

    /** All messages that a predicate takes, in the order of their places. A copy: the header may be changed over it. */
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

    /** All messages of a type, in the order of their places. */
    public List<LiveMessage> messages(MessageType type) {
        return messages(message -> message.type() == type.number());
    }

    /** How many messages of a type there are. */
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

    /**
     * Adds a message. {@code body} must not be longer than what its version allows.
     *
     * @param slack bytes of room to leave for further messages if a new chunk must be made for this one
     */
    public LiveMessage add(MessageType type, int flags, byte[] body, int slack) {
        return add(type, flags, 0, body, slack);
    }

    LiveMessage add(MessageType type, int flags, int creationIndex, byte[] body, int slack) {
        if (body.length > format.largestSize()) {
            throw new IllegalArgumentException(
                    "a message of " + body.length + " bytes, the longest has " + format.largestSize());
        }
        int total = format.messageHeaderLength() + format.paddedSize(body.length);
        HeaderChunk chunk = smallestTail(total);
        if (chunk == null) {
            chunk = extendInPlace(total);
        }
        if (chunk == null) {
            chunk = newChunk(total, slack);
        }
        LiveMessage message = chunk.append(type.number(), flags, creationIndex, body);
        updateMessageCount();
        touch(type.number());
        return message;
    }

    /** Removes a message; its identity ends. */
    public void remove(LiveMessage message) {
        touch(message.type());
        message.chunk().remove(message);
        compact();
    }

    /** Gives back what the header does not need after something has gone. */
    private void compact() {
        dropEmptyChunks();
        drawBackLastChunk();
        trimChunks();
        updateMessageCount();
    }

    /** Removes all messages of a type. O(messages). */
    void removeAll(MessageType type) {
        for (HeaderChunk chunk : chunks) {
            chunk.removeAll(type);
        }
        dropEmptyChunks();
        drawBackLastChunk();
        updateMessageCount();
    }

    /**
     * Adds messages of one type, without flags; where a new chunk must be made, it has room for all that follow.
     *
     * @param creationIndex of each of them
     */
    void addAll(MessageType type, List<byte[]> bodies, IntUnaryOperator creationIndex) {
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

    /** How many messages there are in all chunks, NIL ones and continuations too. */
    int messageCount() {
        int count = 0;
        for (HeaderChunk chunk : chunks) {
            count += chunk.messageCount();
        }
        return count;
    }

    /** How many hard links lead to the object; for a committed datatype also who uses it. */
    public long linkCount() {
        long stored = format.linkCount(chunks.get(0).block().image());
        if (stored >= 0) {
            return stored;
        }
        LiveMessage message = find(MessageType.REFERENCE_COUNT);
        return message == null
                ? 1
                : ReferenceCount.decode(message.body(store.sizes(), MessageType.REFERENCE_COUNT.title()))
                        .count();
    }

    /** Sets the link count, 1 to {@link #MOST_LINKS}; a version 2 header has a message for it only from 2 on. */
    public void setLinkCount(long count) {
        Block first = chunks.get(0).block();
        if (format.linkCount(first.image()) >= 0) {
            format.putLinkCount(first.image(), count);
            first.markDirty();
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
     * Checks that the header can become longer, which takes room for a continuation message, and a few more messages.
     *
     * @throws UnsupportedFeatureException if it has not even that: a header that another program made too small
     */
    public void checkCanGrow() {
        checkInUse();
        int count = 0;
        for (HeaderChunk chunk : chunks) {
            count += chunk.messages().size(); // without NIL messages, which are made fewer by any change
        }
        if (count > format.mostMessages() - SPARE_MESSAGES) {
            throw new UnsupportedFeatureException("%s: the object header at address %d has %d messages, the most is %d"
                    .formatted(store.fileName(), address, count, format.mostMessages()));
        }
        int needed = continuationTotal();
        if (largestChunk().area() < needed) {
            throw new UnsupportedFeatureException(
                    "%s: the object header at address %d is too small for a continuation: %d bytes, needed %d"
                            .formatted(store.fileName(), address, largestChunk().area(), needed));
        }
    }

    /**
     * Checks that no chunk lies in free space, where an edit of an overlapping structure may have put it.
     *
     * @throws CorruptFileException if one does
     */
    void checkInUse() {
        if (inUseAt == store.space().releases()) {
            return;
        }
        for (HeaderChunk chunk : chunks) {
            long at = chunk.block().address();
            if (!store.space().inUse(at, chunk.block().length())) {
                throw new CorruptFileException(
                        "%s: the object header at address %d: %d bytes at address %d lie in free space"
                                .formatted(
                                        store.fileName(), address, chunk.block().length(), at));
            }
        }
        inUseAt = store.space().releases();
    }

    private int continuationTotal() {
        return format.messageHeaderLength()
                + store.sizes().offsets()
                + store.sizes().lengths();
    }

    void updateMessageCount() {
        Block first = chunks.get(0).block();
        if (format.putMessageCount(first.image(), messageCount())) {
            first.markDirty();
        }
    }

    /** Gives a message another body, in place if it has the same length. */
    public LiveMessage replace(LiveMessage message, MessageType type, byte[] body) {
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

    /** As libhdf5 does, the time is not taken for a change of the link count. */
    private void touch(int type) {
        if (type != MessageType.REFERENCE_COUNT.number()) {
            touch();
        }
    }

    /** Notes the time of a change of the object, if the object has times: what is said of it lies here or elsewhere. */
    public void touch() {
        Block first = chunks.get(0).block();
        if (!format.hasTimeMessages()) {
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
        if (time != null && time.size() >= now.encodedLength(store.sizes())) {
            byte[] body = store.encode(now::encode);
            System.arraycopy(body, 0, time.chunk().block().image(), time.bodyAt(), body.length);
            time.chunk().block().markDirty();
        }
    }

    /** Leaves the cache; its blocks are never written, and their space is given back by the caller. */
    void discard() {
        store.cache().forget(this);
        chunks.forEach(chunk -> store.cache().discard(chunk.block()));
        chunks.clear();
    }

    private HeaderChunk smallestTail(int total) {
        HeaderChunk best = null;
        for (HeaderChunk chunk : chunks) {
            if (chunk.fits(total) && (best == null || chunk.tail() < best.tail())) {
                best = chunk;
            }
        }
        return best;
    }

    private HeaderChunk extendInPlace(int total) {
        for (HeaderChunk chunk : chunks) {
            int extra = total - chunk.tail();
            int shift = isFirst(chunk) ? format.prefixGrowth((long) chunk.area() + extra) : 0;
            if (store.space()
                    .tryExtend(
                            ObjectStore.HEADER_SPACE,
                            chunk.block().address(),
                            chunk.block().length(),
                            (long) extra + shift)) {
                chunk.extend(extra, shift);
                putLength(chunk);
                return chunk;
            }
        }
        return null;
    }

    private static boolean isFirst(HeaderChunk chunk) {
        return chunk.continuation() == null;
    }

    /** Writes how long a chunk is to where that is said: in its own prefix, or in the message that leads to it. */
    private void putLength(HeaderChunk chunk) {
        if (isFirst(chunk)) {
            format.putFirstAreaSize(chunk.block().image(), chunk.area());
            chunk.block().markDirty();
        } else {
            patchContinuation(chunk);
        }
    }

    /** Makes a continuation chunk with room for {@code total} bytes, and links it. */
    private HeaderChunk newChunk(int total, int slack) {
        int link = continuationTotal();
        List<LiveMessage> moved = new ArrayList<>();
        HeaderChunk holder = smallestTail(link);
        if (holder == null) {
            LiveMessage one = smallestThatMakesRoom(link);
            if (one != null) {
                holder = one.chunk();
                moved.add(one);
            } else {
                holder = largestChunk();
                makeRoomFromTheEnd(holder, link, moved);
            }
        }
        int area = total + format.paddedSize(slack);
        for (LiveMessage message : moved) {
            area += message.total();
        }
        int length = format.continuationAreaFrom() + area + format.trailerLength();
        long at = store.space().allocate(ObjectStore.HEADER_SPACE, length);
        byte[] image = new byte[length];
        format.startContinuation(image);
        HeaderChunk chunk = new HeaderChunk(
                store.cache().created(at, image, format.trailerLength()), format.continuationAreaFrom(), format);
        for (LiveMessage message : moved) {
            chunk.adopt(message);
        }
        LiveMessage continuation = holder.append(
                MessageType.CONTINUATION.number(), 0, 0, store.encode(new Continuation(at, length)::encode));
        chunk.linkedBy(continuation);
        chunks.add(chunk);
        store.cache().holds(length);
        return chunk;
    }

    /** The smallest message that, moved away, leaves room for {@code link} bytes in its chunk. */
    private LiveMessage smallestThatMakesRoom(int link) {
        LiveMessage best = null;
        for (HeaderChunk chunk : chunks) {
            for (LiveMessage message : chunk.messages()) {
                if (message.total() + chunk.tail() >= link && (best == null || message.total() < best.total())) {
                    best = message;
                }
            }
        }
        return best;
    }

    private HeaderChunk largestChunk() {
        HeaderChunk largest = chunks.get(0);
        for (HeaderChunk chunk : chunks) {
            if (chunk.area() > largest.area()) {
                largest = chunk;
            }
        }
        return largest;
    }

    private void makeRoomFromTheEnd(HeaderChunk holder, int link, List<LiveMessage> moved) {
        checkCanGrow();
        int room = holder.tail();
        for (int i = holder.messages().size() - 1; room < link; i--) {
            LiveMessage message = holder.messages().get(i);
            moved.add(message);
            room += message.total();
        }
    }

    private void patchContinuation(HeaderChunk chunk) {
        LiveMessage message = chunk.continuation();
        byte[] body = store.encode(
                new Continuation(chunk.block().address(), chunk.block().length())::encode);
        System.arraycopy(body, 0, message.chunk().block().image(), message.bodyAt(), body.length);
        message.chunk().block().markDirty();
    }

    private void dropEmptyChunks() {
        for (int i = chunks.size() - 1; i > 0; i--) {
            HeaderChunk chunk = chunks.get(i);
            if (chunk.messages().isEmpty()) {
                drop(chunk);
                i = chunks.size(); // the chunk that held its continuation may be empty now
            }
        }
    }

    /** Moves the messages of the last chunk into the others if these have room for all of them, and gives the chunk back. */
    private void drawBackLastChunk() {
        while (chunks.size() > 1) {
            HeaderChunk last = chunks.get(chunks.size() - 1);
            HeaderChunk[] targets = targets(last);
            if (targets == null) {
                return;
            }
            List<LiveMessage> moving = List.copyOf(last.messages());
            last.continuation().chunk().remove(last.continuation());
            for (int i = 0; i < targets.length; i++) {
                targets[i].adopt(moving.get(i));
            }
            chunks.remove(last);
            store.cache().holds(-last.block().length());
            release(last);
            dropEmptyChunks();
        }
    }

    /** For each message of a chunk, another chunk that it finds room in beside the others; null if one finds none. */
    private HeaderChunk[] targets(HeaderChunk from) {
        int[] room = new int[chunks.size()];
        for (int i = 0; i < room.length; i++) {
            HeaderChunk chunk = chunks.get(i);
            room[i] = leadsTo(from, chunk) ? -1 : chunk.tail();
            if (from.continuation().chunk() == chunk) {
                room[i] += from.continuation().total(); // it goes
            }
        }
        HeaderChunk[] targets = new HeaderChunk[from.messages().size()];
        for (int message = 0; message < targets.length; message++) {
            int total = from.messages().get(message).total();
            for (int i = 0; i < room.length && targets[message] == null; i++) {
                if (room[i] >= total) {
                    room[i] -= total;
                    targets[message] = chunks.get(i);
                }
            }
            if (targets[message] == null) {
                return null;
            }
        }
        return targets;
    }

    /** Cuts the end of chunks that are nearly empty. What is left is room for as much again as there is. */
    private void trimChunks() {
        for (HeaderChunk chunk : chunks) {
            int used = chunk.area() - chunk.tail();
            int area = Math.max(2 * used, SMALLEST_TRIMMED_AREA);
            if (chunk.area() / TRIM_BELOW >= area) {
                int bytes = (chunk.area() - area) / ALIGNMENT * ALIGNMENT;
                chunk.cut(bytes);
                putLength(chunk);
                long end = chunk.block().address() + chunk.block().length();
                store.space().release(ObjectStore.HEADER_SPACE, end, bytes);
            }
        }
    }

    /** Whether {@code to} is {@code from}, or is reached only through continuations that start in {@code from}. */
    private static boolean leadsTo(HeaderChunk from, HeaderChunk to) {
        HeaderChunk at = to;
        while (at != from && at.continuation() != null) {
            at = at.continuation().chunk();
        }
        return at == from;
    }

    private void drop(HeaderChunk chunk) {
        chunks.remove(chunk);
        store.cache().holds(-chunk.block().length());
        release(chunk);
        chunk.continuation().chunk().remove(chunk.continuation());
    }

    private void release(HeaderChunk chunk) {
        store.cache().discard(chunk.block());
        store.space()
                .release(
                        ObjectStore.HEADER_SPACE,
                        chunk.block().address(),
                        chunk.block().length());
    }
}
