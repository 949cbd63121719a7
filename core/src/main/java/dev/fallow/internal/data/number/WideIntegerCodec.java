package dev.fallow.internal.data.number;

import dev.fallow.internal.data.element.ObjectCodec;
import dev.fallow.internal.data.element.Rows;
import dev.fallow.type.FixedPoint;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/** Integers of more than 8 bytes. */
public final class WideIntegerCodec extends ObjectCodec {
    private final FixedPoint type;
    private final BigInteger mask;
    private final BigInteger padding;

    public WideIntegerCodec(FixedPoint type) {
        super(BigInteger.class, (int) type.size());
        this.type = type;
        mask = ones(type.precision());
        BigInteger below = ones(type.bitOffset());
        BigInteger above = ones(8 * size()).andNot(ones(type.bitOffset() + type.precision()));
        padding = (type.lowPadding() ? below : BigInteger.ZERO).or(type.highPadding() ? above : BigInteger.ZERO);
    }

    private static BigInteger ones(int bits) {
        return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return componentType == Object.class
                || Number.class.isAssignableFrom(componentType)
                || componentType.isPrimitive() && componentType != float.class && componentType != double.class;
    }

    @Override
    protected boolean fits(Object element) {
        BigInteger number = number(element);
        return number != null
                && (type.signed()
                        ? number.bitLength() < type.precision()
                        : number.signum() >= 0 && number.bitLength() <= type.precision());
    }

    private static BigInteger number(Object element) {
        if (element instanceof BigInteger number) {
            return number;
        }
        Long number = element == null ? null : Rows.integer(new Object[] {element}, 0);
        return number == null ? null : BigInteger.valueOf(number);
    }

    @Override
    protected Object get(ByteBuffer in) {
        BigInteger number =
                Bits.get(in, size(), type.order()).shiftRight(type.bitOffset()).and(mask);
        return type.signed() && number.testBit(type.precision() - 1)
                ? number.subtract(BigInteger.ONE.shiftLeft(type.precision()))
                : number;
    }

    @Override
    protected void put(ByteBuffer out, Object element) {
        Bits.put(
                out,
                size(),
                type.order(),
                number(element).and(mask).shiftLeft(type.bitOffset()).or(padding));
    }
}
