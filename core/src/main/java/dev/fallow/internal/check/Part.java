package dev.fallow.internal.check;

import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import java.util.ArrayList;
import java.util.List;

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

    /** The chunks of an object header. */
    static List<Part> chunksOf(ObjectHeader header) {
        List<Part> chunks = new ArrayList<>();
        boolean sealed = header.format().trailerLength() > 0;
        header.forEachChunk((at, length) -> chunks.add(sealed ? sealed(at, length) : plain(at, length)));
        return chunks;
    }

    /** The chunk that a message is in. */
    static Part of(List<Part> chunks, LiveMessage message) {
        for (Part chunk : chunks) {
            if (message.bodyAddress() >= chunk.address && message.bodyAddress() <= chunk.address + chunk.length) {
                return chunk;
            }
        }
        throw new IllegalStateException("a message outside its header, at address " + message.bodyAddress());
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
