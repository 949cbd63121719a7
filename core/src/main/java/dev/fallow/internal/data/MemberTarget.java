package dev.fallow.internal.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Takes a member of each element.
 *
 * @param members receives them
 * @param elementSize of whole elements, in bytes
 * @param offset of the member in an element
 * @param size of the member in bytes
 */
public record MemberTarget(ElementTarget members, int elementSize, int offset, int size) implements ElementTarget {
    @Override
    public void put(ByteBuffer in, long index, int count) throws IOException {
        byte[] taken = new byte[count * size];
        int from = in.position() + offset;
        for (int i = 0; i < count; i++) {
            in.get(from + i * elementSize, taken, i * size, size);
        }
        members.put(ByteBuffer.wrap(taken), index, count);
    }

    @Override
    public void repeat(byte[] element, long index, long count) throws IOException {
        members.repeat(Arrays.copyOfRange(element, offset, offset + size), index, count);
    }
}
