package dev.fallow.internal.header;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.message.Continuation;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.cache.Block;
import java.util.ArrayList;
import java.util.List;

/** The space of object headers: makes room for messages, and frees room that is no longer needed. */
record HeaderSpace(ObjectStore store) {
    private static final int TRIM_BELOW = 4;
    private static final int SMALLEST_TRIMMED_AREA = 256;
    private static final int ALIGNMENT = 8;

    /**
     * Makes room for a message of {@code total} bytes with its header: in the smallest sufficient tail (the free end of a chunk),
     * else by extending a chunk in place, else in a new chunk, with {@code slack} bytes for further messages.
     */
    HeaderChunk room(ObjectHeader header, int total, int slack) {
        HeaderChunk chunk = smallestTail(header, total);
        if (chunk == null) {
            chunk = extendInPlace(header, total);
        }
        return chunk == null ? newChunk(header, total, slack) : chunk;
    }

    /** Frees space that a header no longer needs after a removal. */
    void compact(ObjectHeader header) {
        dropChunks(header);
        trimChunks(header);
    }

    /** Frees chunks that a header no longer needs after the removal of all messages of a type. Others keep their length. */
    void dropChunks(ObjectHeader header) {
        dropEmptyChunks(header);
        drawBackLastChunk(header);
    }

    /** Checks that some chunk has room for a continuation message: another program may have created the header too small. */
    void checkContinuationFits(ObjectHeader header) {
        int needed = continuationTotal(header);
        int area = largestChunk(header).area();
        if (area < needed) {
            throw new UnsupportedFeatureException(
                    "%s: the object header at address %d is too small for a continuation: found %d bytes, expected at least %d"
                            .formatted(store.fileName(), header.address(), area, needed));
        }
    }

    private HeaderChunk smallestTail(ObjectHeader header, int total) {
        HeaderChunk best = null;
        for (HeaderChunk chunk : header.chunks()) {
            if (chunk.fits(total) && (best == null || chunk.tail() < best.tail())) {
                best = chunk;
            }
        }
        return best;
    }

    private HeaderChunk extendInPlace(ObjectHeader header, int total) {
        for (HeaderChunk chunk : header.chunks()) {
            Block block = chunk.block();
            int extra = total - chunk.tail();
            int shift = isFirst(chunk) ? header.format().prefixGrowth((long) chunk.area() + extra) : 0;
            long growth = (long) extra + shift;
            if (store.space().tryExtend(ObjectStore.HEADER_SPACE, block.address(), block.length(), growth)) {
                chunk.extend(extra, shift);
                putLength(header, chunk);
                return chunk;
            }
        }
        return null;
    }

    private static boolean isFirst(HeaderChunk chunk) {
        return chunk.continuation() == null;
    }

    /** Writes the length of a chunk to where it is stored: its own prefix, or the message that refers to it. */
    private void putLength(ObjectHeader header, HeaderChunk chunk) {
        Block block = chunk.block();
        if (isFirst(chunk)) {
            header.format().putFirstAreaSize(block.image(), chunk.area());
            block.markDirty();
            return;
        }
        LiveMessage message = chunk.continuation();
        byte[] body = store.encode(new Continuation(block.address(), block.length())::encode);
        System.arraycopy(body, 0, message.chunk().block().image(), message.bodyAt(), body.length);
        message.chunk().block().markDirty();
    }

    /** Creates a continuation chunk with room for {@code total} bytes, and adds a continuation message for it. */
    private HeaderChunk newChunk(ObjectHeader header, int total, int slack) {
        int link = continuationTotal(header);
        List<LiveMessage> moved = new ArrayList<>();
        HeaderChunk holder = smallestTail(header, link);
        if (holder == null) {
            LiveMessage one = smallestThatMakesRoom(header, link);
            if (one != null) {
                holder = one.chunk();
                moved.add(one);
            } else {
                holder = largestChunk(header);
                makeRoomFromTheEnd(header, holder, link, moved);
            }
        }
        HeaderFormat format = header.format();
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
        header.addChunk(chunk);
        header.orderChunks();
        store.cache().holds(length);
        return chunk;
    }

    /** The smallest message whose relocation leaves room for {@code link} bytes in its chunk. */
    private LiveMessage smallestThatMakesRoom(ObjectHeader header, int link) {
        LiveMessage best = null;
        for (HeaderChunk chunk : header.chunks()) {
            for (LiveMessage message : chunk.messages()) {
                if (message.total() + chunk.tail() >= link && (best == null || message.total() < best.total())) {
                    best = message;
                }
            }
        }
        return best;
    }

    private HeaderChunk largestChunk(ObjectHeader header) {
        HeaderChunk largest = header.chunks().get(0);
        for (HeaderChunk chunk : header.chunks()) {
            if (chunk.area() > largest.area()) {
                largest = chunk;
            }
        }
        return largest;
    }

    private void makeRoomFromTheEnd(ObjectHeader header, HeaderChunk holder, int link, List<LiveMessage> moved) {
        header.checkCanGrow();
        int room = holder.tail();
        for (int i = holder.messages().size() - 1; room < link; i--) {
            LiveMessage message = holder.messages().get(i);
            moved.add(message);
            room += message.total();
        }
    }

    private void dropEmptyChunks(ObjectHeader header) {
        for (int i = header.chunks().size() - 1; i > 0; i--) {
            HeaderChunk chunk = header.chunks().get(i);
            if (chunk.messages().isEmpty()) {
                release(header, chunk);
                chunk.continuation().chunk().remove(chunk.continuation());
                i = header.chunks().size(); // the chunk that held its continuation message may be empty now
            }
        }
    }

    /** Moves the messages of the last chunk, which refers to no other, into the others if all of them fit, and frees the chunk. */
    private void drawBackLastChunk(ObjectHeader header) {
        while (header.chunks().size() > 1) {
            HeaderChunk last = header.chunks().get(header.chunks().size() - 1);
            HeaderChunk[] targets = targets(header, last);
            if (targets == null) {
                return;
            }
            List<LiveMessage> moving = List.copyOf(last.messages());
            last.continuation().chunk().remove(last.continuation());
            for (int i = 0; i < targets.length; i++) {
                targets[i].adopt(moving.get(i));
            }
            release(header, last);
            dropEmptyChunks(header);
        }
    }

    /**
     * For each message of a chunk, another chunk with room for it in addition to the others; null if one of them does not fit.
     */
    private HeaderChunk[] targets(ObjectHeader header, HeaderChunk from) {
        int[] room = new int[header.chunks().size()];
        for (int i = 0; i < room.length; i++) {
            HeaderChunk chunk = header.chunks().get(i);
            room[i] = chunk == from ? -1 : chunk.tail();
            if (from.continuation().chunk() == chunk) {
                room[i] += from.continuation().total(); // it is removed
            }
        }
        HeaderChunk[] targets = new HeaderChunk[from.messages().size()];
        for (int message = 0; message < targets.length; message++) {
            int total = from.messages().get(message).total();
            for (int i = 0; i < room.length && targets[message] == null; i++) {
                if (room[i] >= total) {
                    room[i] -= total;
                    targets[message] = header.chunks().get(i);
                }
            }
            if (targets[message] == null) {
                return null;
            }
        }
        return targets;
    }

    /** Cuts off the end of nearly empty chunks, to twice the bytes in use. */
    private void trimChunks(ObjectHeader header) {
        for (HeaderChunk chunk : header.chunks()) {
            int used = chunk.area() - chunk.tail();
            int area = Math.max(2 * used, SMALLEST_TRIMMED_AREA);
            if (chunk.area() / TRIM_BELOW >= area) {
                int bytes = (chunk.area() - area) / ALIGNMENT * ALIGNMENT;
                chunk.cut(bytes);
                putLength(header, chunk);
                long end = chunk.block().address() + chunk.block().length();
                store.space().release(ObjectStore.HEADER_SPACE, end, bytes);
            }
        }
    }

    private void release(ObjectHeader header, HeaderChunk chunk) {
        Block block = chunk.block();
        header.chunks().remove(chunk);
        store.cache().holds(-block.length());
        store.cache().discard(block);
        store.space().release(ObjectStore.HEADER_SPACE, block.address(), block.length());
    }

    private int continuationTotal(ObjectHeader header) {
        return header.format().messageHeaderLength()
                + store.sizes().offsets()
                + store.sizes().lengths();
    }
}
