package dev.fallow.internal.pointer;

/**
 * A run of bytes of the file that is covered by one checksum, or by none: a block, or a page of one.
 *
 * @param length in bytes
 * @param checksumAt the position of the checksum; -1 if there is none
 * @param checksumOfWhole whether it covers the whole part, with its own bytes as 0; otherwise it covers the bytes before it
 */
public record Part(long address, int length, int checksumAt, boolean checksumOfWhole) {
    /** A part without a checksum. */
    static Part plain(long address, long length) {
        return new Part(address, Math.toIntExact(length), -1, false);
    }

    /** A part with a checksum in its last four bytes. */
    static Part sealed(long address, long length) {
        return new Part(address, Math.toIntExact(length), Math.toIntExact(length - Integer.BYTES), false);
    }

    /** Whether it has a checksum. */
    public boolean isChecksummed() {
        return checksumAt >= 0;
    }

    /** The same part in another place. */
    public Part at(long other) {
        return new Part(other, length, checksumAt, checksumOfWhole);
    }
}
