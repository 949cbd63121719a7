package dev.fallow.crash;

import java.util.Arrays;

/** The content of a file, with the operations of files. */
final class Bytes {
    private byte[] content;
    private int size;

    Bytes(byte[] content) {
        this.content = content.clone();
        size = content.length;
    }

    int size() {
        return size;
    }

    byte[] toArray() {
        return Arrays.copyOf(content, size);
    }

    void copyTo(int from, byte[] target) {
        System.arraycopy(content, from, target, 0, target.length);
    }

    void write(long position, byte[] bytes, int from, int count) {
        int end = Math.toIntExact(position + count);
        ensure(end);
        System.arraycopy(bytes, from, content, (int) position, count);
        size = Math.max(size, end);
    }

    void resize(long newSize) {
        int end = Math.toIntExact(newSize);
        ensure(end);
        if (end < size) {
            Arrays.fill(content, end, size, (byte) 0);
        }
        size = end;
    }

    private void ensure(int needed) {
        if (needed > content.length) {
            content = Arrays.copyOf(content, Math.max(needed, content.length * 2));
        }
    }
}
