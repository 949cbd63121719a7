package dev.fallow.filter;

/** A compressor of blocks whose lengths are known. Not for several threads at the same time. */
public interface BlockCodec {
    /**
     * Restores a block.
     *
     * @param length of the stored bytes
     * @param expected the length of the block
     * @throws FilterException if the bytes are invalid, or the block has another length
     */
    default void restore(byte[] in, int from, int length, byte[] out, int to, int expected) throws FilterException {
        int found = decompress(in, from, length, out, to, expected);
        if (found != expected) {
            throw new FilterException("expected a block of " + expected + " bytes, found " + found + " in " + length
                    + " bytes at " + from);
        }
    }

    /**
     * Decompresses bytes. If this fails, the room may contain anything.
     *
     * @param room the maximum number of bytes to be written
     * @return the number of bytes written
     * @throws FilterException if the bytes are invalid, or there are more than {@code room}
     */
    int decompress(byte[] in, int from, int length, byte[] out, int to, int room) throws FilterException;

    /**
     * The maximum length of a block of this length after compression; may be more than an array can have.
     *
     * @throws FilterException if no library can be used
     */
    long maxLength(int length) throws FilterException;

    /**
     * Compresses a block.
     *
     * @param out has room for {@link #maxLength} bytes
     * @param level as the format counts levels; a codec that has only one ignores it
     * @return the number of bytes written
     * @throws FilterException if the codec fails
     */
    int compress(byte[] in, int from, int length, byte[] out, int to, int level) throws FilterException;
}
