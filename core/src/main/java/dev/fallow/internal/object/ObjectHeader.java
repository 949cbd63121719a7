package dev.fallow.internal.object;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.message.Continuation;
import dev.fallow.format.message.ReferenceCount;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.CachedObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * An object header, live: its messages can be added, removed and replaced, and the header grows and shrinks
 * with them. A message goes into the smallest tail it fits into; else a chunk is extended in place where the space
 * behind it is free; else a continuation chunk is made. A continuation chunk that has become empty is given back, and
 * the last one is drawn back into the others when they have the room.
 */
public final class ObjectHeader implements CachedObject {
    /** The most hard links that an object can have. */
    public static final long MOST_LINKS = 0xFFFF_FFFFL;

    private final ObjectStore store;
    private final long address;
    private final HeaderFormat format;
    private final List<HeaderChunk> chunks = new ArrayList<>();

    private Links links;

    ObjectHeader(ObjectStore store, long address, HeaderFormat format) {
        this.store = store;
        this.address = address;
        this.format = format;
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
        return message;
    }

    /** Removes a message; its identity ends. */
    public void remove(LiveMessage message) {
        message.chunk().remove(message);
        dropEmptyChunks();
        drawBackLastChunk();
        updateMessageCount();
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
     * Checks that the header can become longer, which takes room for a continuation message.
     *
     * @throws UnsupportedFeatureException if it has not even that: a header that another program made too small
     */
    public void checkCanGrow() {
        int needed = continuationTotal();
        if (largestChunk().area() < needed) {
            throw new UnsupportedFeatureException(
                    "%s: the object header at address %d is too small for a continuation: %d bytes, needed %d"
                            .formatted(store.fileName(), address, largestChunk().area(), needed));
        }
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
            return message;
        }
        message.chunk().remove(message);
        LiveMessage added = add(type, message.flags(), message.creationIndex(), body, 0);
        dropEmptyChunks();
        updateMessageCount();
        return added;
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
            boolean first = chunk.continuation() == null;
            if (first && chunk.area() + extra > format.largestFirstArea()) {
                continue; // the size field would have to become wider, and all messages to move
            }
            if (store.space()
                    .tryExtend(
                            ObjectStore.HEADER_SPACE,
                            chunk.block().address(),
                            chunk.block().length(),
                            extra)) {
                chunk.extend(extra);
                if (first) {
                    format.putFirstAreaSize(chunk.block().image(), chunk.area());
                } else {
                    patchContinuation(chunk);
                }
                return chunk;
            }
        }
        return null;
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

    /** Moves all messages of the last chunk into one of the others if it has the room, and gives the chunk back. */
    private void drawBackLastChunk() {
        while (chunks.size() > 1) {
            HeaderChunk last = chunks.get(chunks.size() - 1);
            int total = last.area() - last.tail();
            HeaderChunk target = null;
            for (HeaderChunk chunk : chunks) {
                int room = chunk.tail()
                        + (last.continuation().chunk() == chunk
                                ? last.continuation().total()
                                : 0);
                if (room >= total && !leadsTo(last, chunk)) {
                    target = chunk;
                    break;
                }
            }
            if (target == null) {
                return;
            }
            List<LiveMessage> moving = List.copyOf(last.messages());
            last.continuation().chunk().remove(last.continuation());
            for (LiveMessage message : moving) {
                target.adopt(message);
            }
            chunks.remove(last);
            store.cache().holds(-last.block().length());
            release(last);
            dropEmptyChunks();
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
