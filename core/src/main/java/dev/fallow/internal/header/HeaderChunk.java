package dev.fallow.internal.header;

import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.cache.Block;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One chunk of a live object header: its messages and its free tail. The format allows NIL messages anywhere, and a gap
 * only if there is no NIL. A modified chunk is kept packed: messages from the start of the area without holes, then the
 * tail, which is a gap if it is shorter than a message header and NIL messages otherwise.
 */
final class HeaderChunk {
    private final Block block;
    private int areaFrom;
    private final HeaderFormat format;
    /** The header that it is a part of; null until it is added. */
    private ObjectHeader header;
    /**
     * In the order of their positions, without NIL messages. Null until the initial messages are first requested,
     * because many objects are created and not accessed again before their header is written.
     */
    private List<LiveMessage> messages;

    private int unread;
    /** A bit for each type of message that the chunk contains, except NIL; see {@link #bit}. */
    private int types;
    /** All flags that its messages may have. */
    private int flags;
    /** The message of another chunk that refers to this one; null in chunk 0. */
    private LiveMessage continuation;

    private int used;

    private int nils;
    /** Whether the messages are contiguous and the tail has its final form. */
    private boolean packed;

    /** @param areaFrom the start of the message area in the block */
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

    /** The bit of a type in a set of types. Those that the specification does not define share one. */
    static int bit(int type) {
        return 1 << Math.min(type, Integer.SIZE - 1);
    }

    /** The types of its messages. */
    int types() {
        return types;
    }

    /** The flags of its messages, and perhaps others. */
    int flags() {
        return flags;
    }

    private void note(int type, int messageFlags) {
        types |= bit(type);
        flags |= messageFlags;
        if (header != null) {
            header.typesChanged();
        }
    }

    /** Tells the header from now on that the types have changed. */
    void partOf(ObjectHeader whole) {
        header = whole;
    }

    /** The first message of a type, or null. */
    LiveMessage find(int type) {
        if ((types & bit(type)) == 0) {
            return null;
        }
        List<LiveMessage> all = messages();
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).type() == type) {
                return all.get(i);
            }
        }
        return null;
    }

    /** Counts the messages of an image that has been checked. */
    void count() {
        byte[] image = block.image();
        int header = format.messageHeaderLength();
        for (int at = areaFrom; areaTo() - at >= header; ) {
            int total = header + format.messageSize(image, at);
            if (format.messageType(image, at) == MessageType.NIL.number()) {
                nils++;
            } else {
                note(format.messageType(image, at), format.messageFlags(image, at));
                unread++;
                used += total;
            }
            at += total;
        }
    }

    /** Writes the initial messages of a new chunk; they must fit. */
    void begin(List<NewMessage> first) {
        byte[] image = block.image();
        for (int i = 0; i < first.size(); i++) {
            NewMessage message = first.get(i);
            note(message.type().number(), message.flags());
            int size = format.paddedSize(message.body().length);
            int at = areaFrom + used;
            format.putMessageHeader(image, at, message.type().number(), size, message.flags(), 0);
            System.arraycopy(message.body(), 0, image, at + format.messageHeaderLength(), message.body().length);
            used += format.messageHeaderLength() + size;
        }
        unread = first.size();
        fillTail();
    }

    /** The length of the message area in bytes. */
    int area() {
        return areaTo() - areaFrom;
    }

    /** Bytes not used by any message. */
    int tail() {
        return area() - used;
    }

    /** Visits the runs of the message area that are between messages other than NIL, and behind the last one. */
    void forEachGap(ObjectHeader.BlockVisitor visitor) {
        int at = areaFrom;
        for (LiveMessage message : messages()) {
            visitGap(at, message.at(), visitor);
            at = message.at() + message.total();
        }
        visitGap(at, areaTo(), visitor);
    }

    private void visitGap(int from, int to, ObjectHeader.BlockVisitor visitor) {
        if (to > from) {
            visitor.visit(block.address() + from, to - from);
        }
    }

    private int areaTo() {
        return block.length() - format.trailerLength();
    }

    /** Records a message found on loading the chunk. */
    void found(LiveMessage message, int at) {
        message.placed(this, at);
        messages().add(message);
        note(message.type(), message.storedFlags());
        used += message.total();
    }

    /** Records a NIL message found on loading the chunk. */
    void foundNil() {
        nils++;
    }

    /** The number of messages, including NIL messages. */
    int messageCount() {
        return (messages == null ? unread : messages.size()) + nils;
    }

    /** Whether a message of {@code total} bytes, including its header, fits. */
    boolean fits(int total) {
        return tail() >= total;
    }

    /** Appends a new message; it must fit. */
    LiveMessage append(int type, int flags, int creationIndex, byte[] body) {
        int size = format.paddedSize(body.length);
        LiveMessage message = new LiveMessage(type, flags, creationIndex, format.messageHeaderLength(), size);
        append(message, Arrays.copyOf(body, size), 0);
        return message;
    }

    /** Takes a message from another chunk; it must fit. */
    void adopt(LiveMessage message) {
        HeaderChunk from = message.chunk();
        byte[] source = from.block.image();
        int bodyAt = message.bodyAt();
        append(message, source, bodyAt);
        from.remove(message);
    }

    private void append(LiveMessage message, byte[] body, int from) {
        assert fits(message.total()) : "no room for " + message.total() + " in a tail of " + tail();
        if (!packed) {
            pack();
        }
        byte[] image = block.image();
        int at = areaFrom + used;
        format.putMessageHeader(
                image, at, message.type(), message.size(), message.storedFlags(), message.creationIndex());
        System.arraycopy(body, from, image, at + format.messageHeaderLength(), message.size());
        message.placed(this, at);
        messages().add(message);
        note(message.type(), message.storedFlags());
        used += message.total();
        fillTail();
        block.markDirty();
    }

    /** Marks the messages of types that the specification does not define, if they ask for it. */
    void markUnknown() {
        for (LiveMessage message : messages()) {
            boolean asked = (message.storedFlags() & MessageFlags.MARK_IF_UNKNOWN) != 0
                    && (message.storedFlags() & MessageFlags.WAS_UNKNOWN) == 0;
            if (asked && MessageType.of(message.type()).isEmpty()) {
                message.flag(MessageFlags.WAS_UNKNOWN);
                putFlags(message);
            }
        }
    }

    /** Writes the flags of a message, which have changed. */
    void putFlags(LiveMessage message) {
        note(message.type(), message.storedFlags());
        format.putMessageHeader(
                block.image(),
                message.at(),
                message.type(),
                message.size(),
                message.storedFlags(),
                message.creationIndex());
        block.markDirty();
    }

    void remove(LiveMessage message) {
        messages().remove(message);
        used -= message.total();
        noteAgain();
        pack();
    }

    /** Notes the messages that are left. */
    private void noteAgain() {
        types = 0;
        flags = 0;
        if (header != null) {
            header.typesChanged();
        }
        for (LiveMessage message : messages()) {
            note(message.type(), message.storedFlags());
        }
    }

    void removeAll(MessageType type) {
        int before = messages().size();
        messages().removeIf(message -> {
            boolean removed = message.type() == type.number();
            used -= removed ? message.total() : 0;
            return removed;
        });
        if (messages().size() < before) {
            noteAgain();
            pack();
        }
    }

    /**
     * Extends the chunk by {@code extra} bytes.
     *
     * @param shift bytes by which the prefix before the message area also grows; the caller writes it
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

    /** Removes {@code bytes} of the tail; the caller frees them. */
    void cut(int bytes) {
        pack();
        block.replaceImage(Arrays.copyOf(block.image(), block.length() - bytes));
        fillTail();
    }

    /** Moves the messages to the start of the area; marks the block dirty. */
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

    /** Recounts; called only in {@code assert consistent()}. */
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
                size -= header; // no gap after a NIL
            }
            format.putMessageHeader(image, at, MessageType.NIL.number(), size, 0, 0);
            at += header + size;
            left -= header + size;
            nils++;
        }
    }
}
