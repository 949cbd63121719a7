package dev.fallow.internal.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Bit fields of one byte: numbers, and truth values, which are stored as 0 and 1. */
final class BitFieldCodec implements ElementCodec {
    private final ElementCodec numbers;

    /** @param numbers the codec of the bits as a number */
    BitFieldCodec(ElementCodec numbers) {
        this.numbers = numbers;
    }

    @Override
    public Class<?> javaType() {
        return numbers.javaType();
    }

    @Override
    public int size() {
        return numbers.size();
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return componentType == boolean.class || componentType == Boolean.class || numbers.accepts(componentType);
    }

    @Override
    public boolean takesAll(Class<?> componentType) {
        return componentType == boolean.class || numbers.takesAll(componentType);
    }

    @Override
    public int firstMisfit(Object row) {
        return row instanceof boolean[] ? -1 : numbers.firstMisfit(asNumbers(row));
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) throws IOException {
        numbers.read(in, row, from, count);
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) throws IOException {
        if (row instanceof boolean[] truths) {
            byte[] bits = new byte[count];
            for (int i = 0; i < count; i++) {
                bits[i] = bit(truths[from + i]);
            }
            numbers.write(out, bits, 0, count);
        } else {
            numbers.write(out, asNumbers(row), from, count);
        }
    }

    private static Object asNumbers(Object row) {
        return row instanceof Object[] elements
                ? Arrays.stream(elements)
                        .map(element -> element instanceof Boolean truth ? (Object) bit(truth) : element)
                        .toArray()
                : row;
    }

    private static byte bit(boolean truth) {
        return (byte) (truth ? 1 : 0);
    }
}
