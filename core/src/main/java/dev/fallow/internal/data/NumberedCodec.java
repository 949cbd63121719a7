package dev.fallow.internal.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Elements that are stored as numbers, and written as numbers or as objects, each of which stands for one. They are read as numbers. */
abstract class NumberedCodec implements ElementCodec {
    /** The codec of the numbers. */
    final ElementCodec numbers;

    NumberedCodec(ElementCodec numbers) {
        this.numbers = numbers;
    }

    /** The number that an element stands for; the element itself if it is a number, or stands for none. */
    abstract Object number(Object element);

    @Override
    public Class<?> javaType() {
        return numbers.javaType();
    }

    @Override
    public int size() {
        return numbers.size();
    }

    @Override
    public boolean takesAll(Class<?> componentType) {
        return numbers.takesAll(componentType);
    }

    @Override
    public int firstMisfit(Object row) {
        return numbers.firstMisfit(asNumbers(row));
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) throws IOException {
        numbers.read(in, row, from, count);
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) throws IOException {
        numbers.write(out, asNumbers(row), from, count);
    }

    private Object asNumbers(Object row) {
        return row instanceof Object[] elements
                ? Arrays.stream(elements).map(this::number).toArray()
                : row;
    }
}
