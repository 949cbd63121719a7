package com.fulcrumgenomics.jlibdeflate;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Stands in for the class of jlibdeflate: the method that Fallow calls, by the JDK's zlib. */
public final class LibdeflateDecompressor {
    private final Inflater inflater = new Inflater(true);

    /** Fails as the library does, with an unchecked exception. */
    public DecompressionResult deflateDecompressEx(byte[] in, int from, int length, byte[] out, int to, int room) {
        inflater.reset();
        inflater.setInput(in, from, length);
        try {
            int found = inflater.inflate(out, to, room);
            if (!inflater.finished() && inflater.inflate(new byte[1]) > 0 || !inflater.finished()) {
                throw new IllegalStateException("no room, or cut off");
            }
            return new DecompressionResult(length - inflater.getRemaining(), found);
        } catch (DataFormatException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }
}
