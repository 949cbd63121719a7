package com.fulcrumgenomics.jlibdeflate;

import java.util.zip.Deflater;

/** Stands in for the class of jlibdeflate: the methods that Fallow calls, by the JDK's zlib. */
public final class LibdeflateCompressor {
    private final Deflater deflater;

    public LibdeflateCompressor(int level) {
        deflater = new Deflater(level, true);
    }

    /** Returns the number of bytes, or -1 if there is no room for them. */
    public int deflateCompress(byte[] in, int from, int length, byte[] out, int to, int room) {
        deflater.reset();
        deflater.setInput(in, from, length);
        deflater.finish();
        int written = 0;
        while (!deflater.finished() && written < room) {
            written += deflater.deflate(out, to + written, room - written);
        }
        return deflater.finished() ? written : -1;
    }
}
