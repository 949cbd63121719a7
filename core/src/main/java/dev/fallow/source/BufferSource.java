package dev.fallow.source;

import java.nio.ByteBuffer;

/** Bytes in memory. */
record BufferSource(ByteBuffer content, String name) implements ByteSource {
    @Override
    public long size() {
        return content.limit();
    }

    @Override
    public int read(long position, ByteBuffer target) {
        if (position >= content.limit()) {
            return -1;
        }
        int count = (int) Math.min(target.remaining(), content.limit() - position);
        target.put(content.slice((int) position, count));
        return count;
    }
}
