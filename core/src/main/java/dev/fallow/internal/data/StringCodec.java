package dev.fallow.internal.data;

import dev.fallow.format.Utf8;
import dev.fallow.format.datatype.FixedString;
import dev.fallow.format.datatype.StringPadding;
import java.nio.ByteBuffer;

/** Strings of a fixed number of bytes; their padding is taken off when they are read. */
final class StringCodec implements ElementCodec {
    /** The longest element that is read as a Java string. */
    static final int LONGEST = 1 << 28;

    private final int size;
    private final StringPadding padding;

    StringCodec(FixedString type) {
        size = (int) type.size();
        padding = type.padding();
    }

    @Override
    public Class<?> javaType() {
        return String.class;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean accepts(Class<?> componentType) {
        return componentType == String.class;
    }

    /** A string must fit, with its terminator if the type has one, and must not lose its end to the padding. */
    @Override
    public int firstMisfit(Object row) {
        String[] strings = (String[]) row;
        for (int i = 0; i < strings.length; i++) {
            if (strings[i] == null) {
                return i;
            }
            byte[] bytes = Utf8.encode(strings[i]);
            int terminator = padding == StringPadding.NULL_TERMINATED ? 1 : 0;
            if (bytes.length + terminator > size || length(bytes, bytes.length) != bytes.length) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) {
        String[] strings = (String[]) row;
        byte[] bytes = new byte[size];
        for (int i = from; i < from + count; i++) {
            in.get(bytes);
            strings[i] = Utf8.decode(bytes, 0, length(bytes, size));
        }
    }

    /** How many of the first {@code limit} bytes are text. */
    private int length(byte[] bytes, int limit) {
        int length = limit;
        if (padding == StringPadding.NULL_TERMINATED) {
            length = 0;
            while (length < limit && bytes[length] != 0) {
                length++;
            }
            return length;
        }
        byte filler = (byte) (padding == StringPadding.SPACE_PADDED ? ' ' : 0);
        while (length > 0 && bytes[length - 1] == filler) {
            length--;
        }
        return length;
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) {
        String[] strings = (String[]) row;
        for (int i = from; i < from + count; i++) {
            byte[] bytes = Utf8.encode(strings[i]);
            out.put(bytes);
            for (int left = size - bytes.length; left > 0; left--) {
                out.put((byte) (padding == StringPadding.SPACE_PADDED ? ' ' : 0));
            }
        }
    }
}
