package dev.fallow.internal.data;

import dev.fallow.internal.data.element.ElementCodec;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A one-byte enumeration of FALSE and TRUE. Any value other than 0 is read as true. */
final class BooleanCodec implements ElementCodec {
    private final EnumCodec enumeration;

    BooleanCodec(EnumCodec enumeration) {
        this.enumeration = enumeration;
    }

    @Override
    public Class<?> javaType() {
        return boolean.class;
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return enumeration.accepts(componentType) || componentType == Boolean.class;
    }

    @Override
    public int firstMisfit(Object row) {
        return row instanceof boolean[] ? -1 : enumeration.firstMisfit(row);
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) {
        for (int i = from; i < from + count; i++) {
            ((boolean[]) row)[i] = in.get() != 0;
        }
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) throws IOException {
        if (row instanceof boolean[] truths) {
            for (int i = from; i < from + count; i++) {
                out.put((byte) (truths[i] ? 1 : 0));
            }
        } else {
            enumeration.write(out, row, from, count);
        }
    }
}
