package dev.fallow.internal.data;

import dev.fallow.format.Utf8;
import dev.fallow.type.FixedString;
import dev.fallow.type.StringPadding;
import java.nio.ByteBuffer;

/**
 * Fixed-length strings; padding is removed on reading. A null-terminated string that fills its element has no terminator: no
 * reader needs one there, because the element ends, and netCDF, PyTables and h5py write such elements.
 */
final class StringCodec extends ObjectCodec {
    private final StringPadding padding;

    StringCodec(FixedString type) {
        super(String.class, (int) type.size());
        padding = type.padding();
    }

    /**
     * Requires that the string can be encoded, fits, has no terminator inside, and does not end in characters that would be taken for padding:
     * it is read as it was written.
     */
    @Override
    protected boolean fits(Object element) {
        if (!(element instanceof String string) || Utf8.firstLoneSurrogate(string) >= 0) {
            return false;
        }
        byte[] encoded = Utf8.encode(string);
        return encoded.length <= size() && length(encoded, encoded.length) == encoded.length;
    }

    @Override
    protected Object get(ByteBuffer in) {
        byte[] bytes = new byte[size()];
        in.get(bytes);
        return Utf8.decode(bytes, 0, length(bytes, bytes.length));
    }

    /** The length of the text in the first {@code limit} bytes. */
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
    protected void put(ByteBuffer out, Object element) {
        byte[] encoded = Utf8.encode((String) element);
        out.put(encoded);
        for (int left = size() - encoded.length; left > 0; left--) {
            out.put((byte) (padding == StringPadding.SPACE_PADDED ? ' ' : 0));
        }
    }
}
