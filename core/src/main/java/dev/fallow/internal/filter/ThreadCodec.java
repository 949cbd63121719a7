package dev.fallow.internal.filter;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.FilterException;

/**
 * The codec of one thread for one format: first Java code, then native code. Which one encodes depends only on the bytes that the caller counts
 * ({@link EncodedBytes}), because the encoded bytes differ; which one decodes, on those that all threads have decoded.
 */
final class ThreadCodec implements BlockCodec, AutoCloseable {
    private final CodecChoice choice;
    private BlockCodec ofJava;
    private BlockCodec ofNative;
    /** The bytes that were encoded before the current chunk. */
    private long encoded;

    ThreadCodec(CodecChoice choice) {
        this.choice = choice;
    }

    /** The same codec for a chunk to be encoded after so many bytes. */
    ThreadCodec after(long bytes) {
        encoded = bytes;
        return this;
    }

    @Override
    public int decompress(byte[] in, int from, int length, byte[] out, int to, int room) throws FilterException {
        BlockCodec fast = ofNative != null || choice.isNativeDue(choice.decoded()) ? ofNative() : null;
        if (fast != null) {
            try {
                return fast.decompress(in, from, length, out, to, room);
            } catch (FilterException e) { // the codec of Java code says what is wrong, or can decode it
                if (!choice.hasQuietJava()) {
                    throw e;
                }
            }
        }
        int found = ofJava().decompress(in, from, length, out, to, room);
        choice.countDecoded(found);
        return found;
    }

    @Override
    public long maxLength(int length) throws FilterException {
        return encoder().maxLength(length);
    }

    @Override
    public int compress(byte[] in, int from, int length, byte[] out, int to, int level) throws FilterException {
        return encoder().compress(in, from, length, out, to, level);
    }

    private BlockCodec encoder() throws MissingFilterException {
        BlockCodec fast = choice.isNativeDue(encoded) ? ofNative() : null;
        return fast != null ? fast : ofJava();
    }

    private BlockCodec ofNative() {
        if (ofNative == null) {
            ofNative = choice.ofNative();
        }
        return ofNative;
    }

    private BlockCodec ofJava() throws MissingFilterException {
        if (ofJava == null) {
            ofJava = choice.ofJava();
            if (ofJava == null) {
                throw choice.missing();
            }
        }
        return ofJava;
    }

    @Override
    public void close() {
        if (ofJava instanceof AutoCloseable closeable) {
            Scratch.close(closeable);
        }
        if (ofNative instanceof AutoCloseable closeable) {
            Scratch.close(closeable);
        }
    }
}
