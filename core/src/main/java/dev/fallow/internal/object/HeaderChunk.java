package dev.fallow.internal.object;

import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.cache.Block;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One chunk of a live object header: its messages, and its free tail. The format allows NIL messages anywhere and a gap
 * only where there is no NIL. A chunk that we change is kept packed instead: messages from the start of the area without
 * holes, and behind them a tail that is a gap if it is shorter than a message header, else NIL messages.
 */
final class HeaderChunk {
    private final Block block;
    private int areaFrom;
    private final HeaderFormat format;
    /**
     * In the order of their places. NIL messages are not among them. Null as long as nobody has asked for those that the chunk
     * was made with: many an object is created, and not looked at again before its header is written.
     */
    private List<LiveMessage> messages;

    private int unread;
    /** The message of another chunk that leads here; null in chunk 0. */
    private LiveMessage continuation;

    private int used;

    private int nils;
    /** Whether the messages lie one behind the other, and the tail is as it has to be. */
    private boolean packed;

    /** @param areaFrom where in the block the message area starts */
    HeaderChunk(Block block, int areaFrom, HeaderFormat format) {
        this.block = block;
        this.areaFrom = areaFrom;
        this.format = format;
    }

    void linkedBy(LiveMessage message) {
        continuation = message;
    }

    Block block() {
        return block;
    }

    LiveMessage continuation() {
        return continuation;
    }

    List<LiveMessage> messages() {
        if (messages == null) {
            messages = new ArrayList<>(4);
            for (int at = areaFrom; messages.size() < unread; ) {
                LiveMessage message = format.messageAt(block.image(), at);
                if (message.type() != MessageType.NIL.number()) {
                    message.placed(this, at);
                    messages.add(message);
                }
                at += message.total();
            }
        }
        return messages;
    }

    /** Counts what is in an image that was checked before. */
    void count() {
        byte[] image = block.image();
        int header = format.messageHeaderLength();
        for (int at = areaFrom; areaTo() - at >= header; ) {
            int total = header + format.messageSize(image, at);
            if (format.messageType(image, at) == MessageType.NIL.number()) {
                nils++;
            } else {
                unread++;
                used += total;
            }
            at += total;
        }
    }

    /** Puts the messages that a new chunk begins with into it; they must fit. */
    void begin(List<NewMessage> first) {
        byte[] image = block.image();
        for (NewMessage message : first) {
            int size = format.paddedSize(message.body().length);
            int at = areaFrom + used;
            format.putMessageHeader(image, at, message.type().number(), size, message.flags(), 0);
            System.arraycopy(message.body(), 0, image, at + format.messageHeaderLength(), message.body().length);
            used += format.messageHeaderLength() + size;
        }
        unread = first.size();
        fillTail();
    }

    /** Bytes of the message area. */
    int area() {
        return areaTo() - areaFrom;
    }

    /** Bytes that no message uses. */
    int tail() {
        return area() - used;
    }

    private int areaTo() {
        return block.length() - format.trailerLength();
    }

    /** Notes a message that was found when the chunk was loaded. */
    void found(LiveMessage message, int at) {
        message.placed(this, at);
        messages().add(message);
        used += message.total();
    }

    /** Notes a NIL message that was found when the chunk was loaded. */
    void foundNil() {
        nils++;
    }

    /** How many messages there are, NIL ones too. */
    int messageCount() {
        return (messages == null ? unread : messages.size()) + nils;
    }

    /** Whether a message of {@code total} bytes, header included, has room. */
    boolean fits(int total) {
        return tail() >= total;
    }

    /** Puts a new message behind the others; it must fit. */
    LiveMessage append(int type, int flags, int creationIndex, byte[] body) {
        int size = format.paddedSize(body.length);
        LiveMessage message = new LiveMessage(type, flags, creationIndex, format.messageHeaderLength(), size);
        append(message, Arrays.copyOf(body, size), 0);
        return message;
    }

    /** Takes a message over from another chunk; it must fit. */
    void adopt(LiveMessage message) {
        HeaderChunk from = message.chunk();
        byte[] source = from.block.image();
        int bodyAt = message.bodyAt();
        append(message, source, bodyAt);
        from.messages().remove(message);
        from.used -= message.total();
        from.pack();
    }

    private void append(LiveMessage message, byte[] body, int from) {
        assert fits(message.total()) : "no room for " + message.total() + " in a tail of " + tail();
        if (!packed) {
            pack();
        }
        byte[] image = block.image();
        int at = areaFrom + used;
        format.putMessageHeader(image, at, message.type(), message.size(), message.flags(), message.creationIndex());
        System.arraycopy(body, from, image, at + format.messageHeaderLength(), message.size());
        message.placed(this, at);
        messages().add(message);
        used += message.total();
        fillTail();
        block.markDirty();
    }

    void remove(LiveMessage message) {
        messages().remove(message);
        used -= message.total();
        pack();
    }

    void removeAll(MessageType type) {
        int before = messages().size();
        messages().removeIf(message -> {
            boolean removed = message.type() == type.number();
            used -= removed ? message.total() : 0;
            return removed;
        });
        if (messages().size() < before) {
            pack();
        }
    }

    /**
     * Gives the chunk {@code extra} more bytes of room.
     *
     * @param shift bytes by which what lies before the message area becomes longer besides; it is for the caller to write
     */
    void extend(int extra, int shift) {
        pack();
        byte[] image = Arrays.copyOf(block.image(), block.length() + extra + shift);
        System.arraycopy(image, areaFrom, image, areaFrom + shift, used);
        areaFrom += shift;
        for (LiveMessage message : messages()) {
            message.placed(this, message.at() + shift);
        }
        block.replaceImage(image);
        fillTail();
    }

    /** Takes {@code bytes} of the tail away; the caller gives them back. */
    void cut(int bytes) {
        pack();
        block.replaceImage(Arrays.copyOf(block.image(), block.length() - bytes));
        fillTail();
    }

    /** Moves the messages together at the start of the area; marks the block dirty. */
    private void pack() {
        assert consistent();
        byte[] image = block.image();
        int to = areaFrom;
        for (LiveMessage message : messages()) {
            if (message.at() != to) {
                System.arraycopy(image, message.at(), image, to, message.total());
                message.placed(this, to);
            }
            to += message.total();
        }
        fillTail();
        block.markDirty();
    }

    /** Recounts; called only as {@code assert consistent()}. */
    private boolean consistent() {
        int total = 0;
        for (LiveMessage message : messages()) {
            assert message.chunk() == this : "a message of another chunk";
            total += message.total();
        }
        assert total == used : "messages of " + total + " bytes, counted " + used;
        assert tail() >= 0 : "messages of " + used + " bytes in an area of " + area();
        return true;
    }

    private void fillTail() {
        packed = true;
        byte[] image = block.image();
        int at = areaFrom + used;
        Arrays.fill(image, at, block.length(), (byte) 0);
        int header = format.messageHeaderLength();
        int left = tail();
        nils = 0;
        while (left >= header) {
            int size = Math.min(left - header, format.largestSize());
            int behind = left - header - size;
            if (behind > 0 && behind < header) {
                size -= header; // no gap behind a NIL
            }
            format.putMessageHeader(image, at, MessageType.NIL.number(), size, 0, 0);
            at += header + size;
            left -= header + size;
            nils++;
        }
    }
}
