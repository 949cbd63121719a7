package dev.fallow.internal.header;

import dev.fallow.format.objectheader.AttributePhaseChange;

/**
 * The differences between the two object header versions that matter for changes. Lengths are in bytes; positions are
 * relative to the chunk's image.
 */
public interface HeaderFormat {
    /** The length of a message header. */
    int messageHeaderLength();

    /** The size stored for a message body of this length, including padding. */
    int paddedSize(int bodyLength);

    /** The largest size of a message body. */
    int largestSize();

    /** Writes a message header. */
    void putMessageHeader(byte[] image, int at, int type, int size, int flags, int creationIndex);

    /** The type in the message header at a position. */
    int messageType(byte[] image, int at);

    /** The body size in the message header at a position. */
    int messageSize(byte[] image, int at);

    /** The flags in the message header at a position. */
    int messageFlags(byte[] image, int at);

    /** The message whose header is at a position, in an image that has been checked or created here. */
    LiveMessage messageAt(byte[] image, int at);

    /** The start of chunk 0's message area. */
    int firstAreaFrom();

    /** The start of a continuation chunk's message area. */
    int continuationAreaFrom();

    /** Bytes after a message area: a checksum, or nothing. */
    int trailerLength();

    /**
     * Bytes by which chunk 0's prefix grows if its message area gets {@code area} bytes, because the size field may
     * have to be wider.
     */
    int prefixGrowth(long area);

    /** Writes the length of chunk 0's message area into its image, in a field that is wide enough from then on. */
    void putFirstAreaSize(byte[] image, int area);

    /** Whether chunk 0's prefix stores times. */
    boolean storesTimes();

    /**
     * Writes the modification time into chunk 0's prefix; only if it stores times.
     *
     * @param seconds since 1970
     */
    void putChangeTime(byte[] image, long seconds);

    /** Whether the modification time may be stored in a message. */
    boolean hasTimeMessages();

    /** The maximum number of messages in a header, including NIL messages. */
    int mostMessages();

    /**
     * Writes the number of all messages, including NIL messages, into the image of chunk 0 if the format stores it
     * there.
     *
     * @return whether the format stores it there
     */
    boolean putMessageCount(byte[] image, int count);

    /** The link count in the image of chunk 0; -1 if the format stores it in a message. */
    long linkCount(byte[] image);

    /** Writes the link count into the image of chunk 0; only if the format stores it there. */
    void putLinkCount(byte[] image, long count);

    /** Writes the start of a new continuation chunk. */
    void startContinuation(byte[] image);

    /** Whether attributes have a creation index. */
    boolean creationOrderTracked();

    /** Whether dense attribute storage has a creation order index. */
    boolean creationOrderIndexed();

    /** The thresholds between compact and dense attribute storage. */
    AttributePhaseChange attributePhaseChange();

    /** Whether attributes require an attribute info message. */
    boolean hasAttributeInfo();
}
