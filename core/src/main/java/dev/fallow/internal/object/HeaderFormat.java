package dev.fallow.internal.object;

import dev.fallow.format.objectheader.AttributePhaseChange;

/**
 * In what the two versions of object headers differ, as far as changing one is concerned. Lengths are in bytes; indexes
 * are into the image of a chunk.
 */
interface HeaderFormat {
    /** Bytes of a message header. */
    int messageHeaderLength();

    /** The size that a message body of this length is given: as it is, or padded. */
    int paddedSize(int bodyLength);

    /** The largest size of a message body. */
    int largestSize();

    /** Writes a message header. */
    void putMessageHeader(byte[] image, int at, int type, int size, int flags, int creationIndex);

    /** The type in the message header at a place. */
    int messageType(byte[] image, int at);

    /** The size of the body that the message header at a place tells. */
    int messageSize(byte[] image, int at);

    /** The message with its header at {@code at}; in an image that has been checked, or was made here. */
    LiveMessage messageAt(byte[] image, int at);

    /** Where the message area of chunk 0 starts. */
    int firstAreaFrom();

    /** Where the message area of a continuation chunk starts. */
    int continuationAreaFrom();

    /** Bytes behind a message area: a checksum, or nothing. */
    int trailerLength();

    /**
     * Bytes by which the prefix of chunk 0 becomes longer if its message area is to have {@code area} bytes: the field that
     * holds the size may have to be wider.
     */
    int prefixGrowth(long area);

    /** Writes the length of the message area of chunk 0 into its image, in a field that is wide enough from now on. */
    void putFirstAreaSize(byte[] image, int area);

    /** Whether the prefix of chunk 0 has times. */
    boolean storesTimes();

    /**
     * Writes the time of a change into the prefix of chunk 0; only where it has times.
     *
     * @param seconds since 1970
     */
    void putChangeTime(byte[] image, long seconds);

    /** Whether an object may have the time of its last change in a message. */
    boolean hasTimeMessages();

    /** Most messages of a header, NIL ones too. */
    int mostMessages();

    /**
     * Writes the number of all messages, NIL ones too, into the image of chunk 0 if the format has it there.
     *
     * @return whether it has
     */
    boolean putMessageCount(byte[] image, int count);

    /** The link count in the image of chunk 0, or -1 if the format has it in a message. */
    long linkCount(byte[] image);

    /** Writes the link count into the image of chunk 0; only where the format has it there. */
    void putLinkCount(byte[] image, long count);

    /** Writes what a new continuation chunk starts with. */
    void startContinuation(byte[] image);

    /** Whether attributes have a creation index. */
    boolean creationOrderTracked();

    /** Whether there is to be an index of creation order in dense attribute storage. */
    boolean creationOrderIndexed();

    /** At which numbers of attributes their storage changes. */
    AttributePhaseChange attributePhaseChange();

    /** Whether an attribute info message goes with attributes. */
    boolean hasAttributeInfo();
}
