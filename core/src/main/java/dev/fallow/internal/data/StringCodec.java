package dev.fallow.internal.data;

import dev.fallow.format.Utf8;
import dev.fallow.type.FixedString;
import dev.fallow.type.StringPadding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Fixed-length strings; padding is removed on reading. A null-terminated string that fills its element has no terminator: no
 * reader needs one there, because the element ends, and netCDF, PyTables and h5py write such elements.
 */
final class StringCodec extends ObjectCodec {
    /** Fewer strings are converted one by one. */
    private static final int FEW = 256;

    private static final int PIECE_BYTES = 1 << 16;

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
        if (!(element instanceof String string)) {
            return false;
        }
        byte[] encoded = Utf8.encodeOrNull(string);
        return encoded != null && encoded.length <= size() && length(encoded, 0, encoded.length) == encoded.length;
    }

    @Override
    protected Object get(ByteBuffer in) {
        byte[] bytes = new byte[size()];
        in.get(bytes);
        return decode(bytes, 0);
    }

    @Override
    public void read(ByteBuffer in, Object row, int from, int count) throws IOException {
        if (count < FEW) {
            super.read(in, row, from, count);
            return;
        }
        String[] strings = (String[]) row;
        RecentStrings recent = new RecentStrings(size());
        byte[] piece = piece(count);
        for (int next = from; next < from + count; ) {
            int length = Math.min(piece.length, (from + count - next) * size());
            in.get(piece, 0, length);
            for (int at = 0; at < length; at += size()) {
                strings[next++] = recent.pays() ? string(piece, at, recent) : decode(piece, at);
            }
        }
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) throws IOException {
        if (count < FEW) {
            super.write(out, row, from, count);
            return;
        }
        Object[] strings = (Object[]) row;
        byte[] piece = piece(count);
        for (int next = from; next < from + count; ) {
            int length = Math.min(piece.length, (from + count - next) * size());
            Arrays.fill(piece, filler());
            for (int at = 0; at < length; at += size()) {
                byte[] encoded = Utf8.encode((String) strings[next++]);
                System.arraycopy(encoded, 0, piece, at, encoded.length);
            }
            out.put(piece, 0, length);
        }
    }

    private byte[] piece(int count) {
        return new byte[Math.min(count, Math.max(1, PIECE_BYTES / size())) * size()];
    }

    private String string(byte[] from, int at, RecentStrings recent) {
        String string = recent.find(from, at);
        if (string == null) {
            string = decode(from, at);
            recent.add(from, at, string);
        }
        return string;
    }

    private String decode(byte[] from, int at) {
        return Utf8.decode(from, at, length(from, at, size()));
    }

    /** The length of the text in the first {@code limit} bytes from a place on. */
    private int length(byte[] from, int at, int limit) {
        int length = limit;
        if (padding == StringPadding.NULL_TERMINATED) {
            length = 0;
            while (length < limit && from[at + length] != 0) {
                length++;
            }
            return length;
        }
        byte filler = filler();
        while (length > 0 && from[at + length - 1] == filler) {
            length--;
        }
        return length;
    }

    private byte filler() {
        return (byte) (padding == StringPadding.SPACE_PADDED ? ' ' : 0);
    }

    @Override
    protected void put(ByteBuffer out, Object element) {
        byte[] encoded = Utf8.encode((String) element);
        out.put(encoded);
        byte filler = filler();
        for (int left = size() - encoded.length; left > 0; left--) {
            out.put(filler);
        }
    }
}
