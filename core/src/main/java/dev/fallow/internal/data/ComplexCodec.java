package dev.fallow.internal.data;

import dev.fallow.internal.data.element.ElementCodec;
import dev.fallow.internal.data.element.ObjectCodec;
import dev.fallow.value.ComplexNumber;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/** Complex numbers: the real part, then the imaginary part. */
final class ComplexCodec extends ObjectCodec {
    private final ElementCodec part;

    /** @param part the codec of a primitive Java type */
    ComplexCodec(ElementCodec part) {
        super(ComplexNumber.class, 2 * part.size());
        this.part = part;
    }

    @Override
    protected boolean fits(Object element) {
        return element instanceof ComplexNumber number && part.firstMisfit(parts(number)) < 0;
    }

    private static double[] parts(ComplexNumber number) {
        return new double[] {number.real(), number.imaginary()};
    }

    @Override
    protected Object get(ByteBuffer in) throws IOException {
        Object row = Array.newInstance(part.javaType(), 2);
        part.read(in, row, 0, 2);
        return new ComplexNumber(Array.getDouble(row, 0), Array.getDouble(row, 1));
    }

    @Override
    protected void put(ByteBuffer out, Object element) throws IOException {
        part.write(out, parts((ComplexNumber) element), 0, 2);
    }
}
