package dev.fallow.internal.data;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Bit fields of one byte: numbers, and truth values, which are stored as 0 and 1. */
final class BitFieldCodec extends NumberedCodec {
    /** @param numbers the codec of the bits as a number */
    BitFieldCodec(ElementCodec numbers) {
        super(numbers);
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return componentType == boolean.class || componentType == Boolean.class || numbers.accepts(componentType);
    }

    @Override
    public boolean takesAll(Class<?> componentType) {
        return componentType == boolean.class || super.takesAll(componentType);
    }

    @Override
    public int firstMisfit(Object row) {
        return row instanceof boolean[] ? -1 : super.firstMisfit(row);
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) throws IOException {
        if (row instanceof boolean[] truths) {
            PrimitiveRows.bits(truths, from, count, (bits, length) -> numbers.write(out, bits, 0, length));
        } else {
            super.write(out, row, from, count);
        }
    }

    @Override
    Object number(Object element) {
        return element instanceof Boolean truth ? (Object) PrimitiveRows.bit(truth) : element;
    }
}
