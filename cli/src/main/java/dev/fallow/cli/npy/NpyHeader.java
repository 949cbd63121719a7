package dev.fallow.cli.npy;

import dev.fallow.cli.shell.Values;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What comes before the elements of an array in a file of numpy.
 *
 * @param descr the type: a text or a list of members
 * @param fortranOrder whether the first dimension is that in which elements are next to each other
 * @param shape the dimensions; empty for a scalar
 * @param bytes the length of the header
 */
record NpyHeader(Object descr, boolean fortranOrder, long[] shape, long bytes) {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    /** The header and the spaces behind it have a multiple of this many bytes. */
    private static final int ALIGNMENT = 64;

    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_BYTES_OF_VERSION_1 = 0xFFFF;
    private static final int UTF8_VERSION = 3;
    private static final int MOST_DIMENSIONS = 32;
    private static final Pattern TEXT = Pattern.compile("([<>=|]?)U([0-9]{1,8})");

    /** The bytes before the elements of an array in C order. Version 1.0, where its length and its characters allow that. */
    static byte[] write(String descr, List<Long> shape) {
        String text = "{'descr': %s, 'fortran_order': False, 'shape': %s, }".formatted(descr, NpyType.tuple(shape));
        boolean latin = StandardCharsets.ISO_8859_1.newEncoder().canEncode(text);
        byte[] encoded = text.getBytes(latin ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
        int version = !latin ? UTF8_VERSION : encoded.length + ALIGNMENT > MOST_BYTES_OF_VERSION_1 ? 2 : 1;
        int start = MAGIC.length + 2 + (version == 1 ? 2 : 4);
        int length = (start + encoded.length + ALIGNMENT) / ALIGNMENT * ALIGNMENT - start;
        byte[] header = Arrays.copyOf(MAGIC, start + length);
        header[MAGIC.length] = (byte) version;
        for (int i = MAGIC.length + 2; i < start; i++) {
            header[i] = (byte) (length >> 8 * (i - MAGIC.length - 2));
        }
        Arrays.fill(header, start, header.length, (byte) ' ');
        System.arraycopy(encoded, 0, header, start, encoded.length);
        header[header.length - 1] = '\n';
        return header;
    }

    /**
     * Reads a header; the elements follow in the stream.
     *
     * @throws IllegalArgumentException if it is none
     */
    static NpyHeader read(InputStream in) throws IOException {
        byte[] start = in.readNBytes(MAGIC.length + 2);
        if (start.length < MAGIC.length + 2 || !Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new IllegalArgumentException("it is not a npy file");
        }
        int version = start[MAGIC.length];
        if (version < 1 || version > UTF8_VERSION || start[MAGIC.length + 1] != 0) {
            throw new IllegalArgumentException("expected version 1.0, 2.0 or 3.0 of the npy format, found %d.%d"
                    .formatted(version, start[MAGIC.length + 1]));
        }
        byte[] size = in.readNBytes(version == 1 ? 2 : 4);
        long length = 0;
        for (int i = size.length - 1; i >= 0; i--) {
            length = length << 8 | size[i] & 0xFF;
        }
        if (length > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "expected a header of at most " + MOST_BYTES + " bytes, found " + length);
        }
        byte[] text = in.readNBytes((int) length);
        if (text.length < length || size.length == 0) {
            throw new IllegalArgumentException("expected a header of " + length + " bytes, found " + text.length);
        }
        Charset charset = version == UTF8_VERSION ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
        return of(PythonLiteral.parse(new String(text, charset)), start.length + size.length + length);
    }

    private static NpyHeader of(Object literal, long bytes) {
        if (!(literal instanceof Map<?, ?> header)
                || !header.keySet().equals(Set.of("descr", "fortran_order", "shape"))
                || !(header.get("fortran_order") instanceof Boolean fortranOrder)) {
            throw new IllegalArgumentException(
                    "expected a header with descr, fortran_order and shape, found " + literal);
        }
        long[] shape = NpyType.dimensions(header.get("shape"));
        if (shape.length > MOST_DIMENSIONS || Values.product(shape, 0) == Long.MAX_VALUE) {
            throw new IllegalArgumentException("the shape " + header.get("shape") + " is too large");
        }
        return new NpyHeader(header.get("descr"), fortranOrder && shape.length > 1, shape, bytes);
    }

    /** The number of characters of each text; 0 if the elements are no texts. */
    int characters() {
        Matcher text = text();
        return text.matches() ? Integer.parseInt(text.group(2)) : 0;
    }

    /** Whether the elements are texts, of four bytes a character. */
    boolean isText() {
        return text().matches();
    }

    /** Whether characters are big-endian. */
    boolean isBigEndian() {
        Matcher text = text();
        return text.matches() && text.group(1).equals(">");
    }

    private Matcher text() {
        return TEXT.matcher(String.valueOf(descr));
    }
}
