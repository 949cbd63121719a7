package dev.fallow.internal.data;

import dev.fallow.format.Utf8;
import dev.fallow.type.FixedString;
import dev.fallow.type.StringPadding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Fixed-length strings; padding is removed on reading. A null-terminated string that fills its element has no terminator: no
 * reader needs one there, because the element ends, and netCDF, PyTables and h5py write such elements.
 */
final class StringCodec extends ObjectCodec {
    /** Fewer strings are converted one by one. */
    private static final int FEW = 256;

    private static final byte[] NONE = {};

    private final StringPadding padding;
    /** What the last call kept for the next one; null if there was none, or another thread uses it. */
    private final AtomicReference<RecentStrings> read = new AtomicReference<>();

    private final AtomicReference<RecentStrings> written = new AtomicReference<>();
    /** Strings that fit, without their elements. */
    private final AtomicReference<RecentStrings> checked = new AtomicReference<>();

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
    public int firstMisfit(Object row) {
        Object[] elements = (Object[]) row;
        if (elements.length < FEW) {
            return super.firstMisfit(row);
        }
        RecentStrings fitting = recent(checked, 0);
        for (int i = 0; i < elements.length; i++) {
            boolean known = elements[i] instanceof String string && fitting.pays() && fitting.isFound(string);
            if (!known && !fits(elements[i])) {
                return i;
            } else if (!known && fitting.pays()) {
                fitting.add(NONE, 0, (String) elements[i]);
            }
        }
        checked.set(fitting);
        return -1;
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
        RecentStrings recent = recent(read, size());
        byte[] piece = piece(count);
        String[] strings = new String[piece.length / size()]; // see ObjectsOfNumbers
        for (int done = 0; done < count; done += strings.length) {
            int length = Math.min(strings.length, count - done);
            in.get(piece, 0, length * size());
            for (int i = 0; i < length; i++) {
                strings[i] = recent.pays() ? string(piece, i * size(), recent) : decode(piece, i * size());
            }
            System.arraycopy(strings, 0, row, from + done, length);
        }
        read.set(recent);
    }

    private static RecentStrings recent(AtomicReference<RecentStrings> kept, int size) {
        RecentStrings recent = kept.getAndSet(null);
        return recent == null ? new RecentStrings(size) : recent;
    }

    @Override
    public void write(ByteBuffer out, Object row, int from, int count) throws IOException {
        if (count < FEW) {
            super.write(out, row, from, count);
            return;
        }
        Object[] strings = (Object[]) row;
        RecentStrings recent = recent(written, size());
        byte[] piece = piece(count);
        for (int next = from; next < from + count; ) {
            int length = Math.min(piece.length, (from + count - next) * size());
            for (int at = 0; at < length; at += size()) {
                String string = (String) strings[next++];
                if (!recent.pays()) {
                    encode(string, piece, at);
                } else if (!recent.copy(string, piece, at)) {
                    encode(string, piece, at);
                    recent.add(piece, at, string);
                }
            }
            out.put(piece, 0, length);
        }
        written.set(recent);
    }

    private void encode(String string, byte[] to, int at) {
        byte[] encoded = Utf8.encode(string);
        System.arraycopy(encoded, 0, to, at, encoded.length);
        Arrays.fill(to, at + encoded.length, at + size(), filler());
    }

    private byte[] piece(int count) {
        return new byte[Math.min(count, Math.max(1, PrimitiveRows.PIECE_BYTES / size())) * size()];
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
