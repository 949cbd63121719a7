package dev.fallow.internal.data;

import dev.fallow.format.Utf8;
import dev.fallow.format.datatype.FixedString;
import dev.fallow.format.datatype.StringPadding;
import java.nio.ByteBuffer;

/** Strings of a fixed number of bytes; their padding is taken off when they are read. */
final class StringCodec extends ObjectCodec {
    private final StringPadding padding;
    /** The element that is being read; null before any is. */
    private byte[] bytes;

    StringCodec(FixedString type) {
        super(String.class, (int) type.size());
        padding = type.padding();
    }

    /** A string must fit, with its terminator if the type has one, and must not lose its end to the padding. */
    @Override
    boolean fits(Object element) {
        if (!(element instanceof String string)) {
            return false;
        }
        byte[] encoded = Utf8.encode(string);
        int terminator = padding == StringPadding.NULL_TERMINATED ? 1 : 0;
        return encoded.length + terminator <= size() && length(encoded, encoded.length) == encoded.length;
    }

    @Override
    Object get(ByteBuffer in) {
        if (bytes == null) {
            bytes = new byte[size()];
        }
        in.get(bytes);
        return Utf8.decode(bytes, 0, length(bytes, bytes.length));
    }

    /** How many of the first {@code limit} bytes are text. */
    private int length(byte[] from, int limit) {
        int length = limit;
        if (padding == StringPadding.NULL_TERMINATED) {
            length = 0;
            while (length < limit && from[length] != 0) {
                length++;
            }
            return length;
        }
        byte filler = (byte) (padding == StringPadding.SPACE_PADDED ? ' ' : 0);
        while (length > 0 && from[length - 1] == filler) {
            length--;
        }
        return length;
    }

    @Override
    void put(ByteBuffer out, Object element) {
        byte[] encoded = Utf8.encode((String) element);
        out.put(encoded);
        for (int left = size() - encoded.length; left > 0; left--) {
            out.put((byte) (padding == StringPadding.SPACE_PADDED ? ' ' : 0));
        }
    }
}
