package dev.fallow.internal.check.dump;

import dev.fallow.format.LittleEndian;
import dev.fallow.format.Widths;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/** The content of blocks whose layout depends on a header, which they refer to. */
final class Blocks {
    /** The signature of the header, by that of the block. */
    static final Map<String, String> HEADERS =
            Map.of("FADB", "FAHD", "EAIB", "EAHD", "EASB", "EAHD", "EADB", "EAHD", "FSSE", "FSHD");

    private final Context context;
    private final Fields fields;
    private final byte[] image;

    Blocks(Context context, Fields fields, byte[] image) {
        this.context = context;
        this.fields = fields;
        this.image = image;
    }

    /**
     * Reads the fields after the address of the header.
     *
     * @param end the position of the checksum
     */
    void read(String signature, int end) throws IOException {
        int length = 82 + context.sizes().lengths();
        byte[] header = Arrays.copyOf( // a header at the end of the file may be cut off
                context.readStart(Family.OTHER, "header", fields.number("header"), length), length);
        if (Context.begins(header, HEADERS.get(signature))) {
            switch (signature) {
                case "FADB" -> fixed(header, end);
                case "FSSE" -> sections(header, end);
                default -> extensible(signature, header, end);
            }
        }
        fields.bytes("rest", end - fields.position());
    }

    private int number(byte[] header, int at) {
        return header[at] & 0xFF;
    }

    private void elements(byte[] header, int end) {
        int offsets = context.sizes().offsets();
        int size = number(header, 6);
        int whole = Math.min(end, fields.position() + fields.left());
        for (int i = 0; size > 0 && fields.position() + size <= whole; i++) {
            fields.number("address " + i, offsets);
            if (size > offsets + Integer.BYTES) {
                fields.number("size " + i, size - offsets - Integer.BYTES);
                fields.number("filterMask " + i, Integer.BYTES);
            }
        }
    }

    private void fixed(byte[] header, int end) {
        long count = LittleEndian.unsigned(header, 8, context.sizes().lengths());
        if (count > 1L << number(header, 7)) {
            fields.bytes("pageBitmap", end - fields.position());
        } else {
            elements(header, end);
        }
    }

    private void extensible(String signature, byte[] header, int end) {
        int size = number(header, 6);
        if (signature.equals("EAIB")) {
            elements(header, fields.position() + number(header, 8) * size);
            addresses(end);
            return;
        }
        fields.number("firstElement", (number(header, 7) + 7) / 8);
        if (signature.equals("EADB")) {
            elements(header, end);
        } else {
            int offsets = context.sizes().offsets();
            fields.bytes("pageBitmap", (end - fields.position()) % offsets);
            addresses(end);
        }
    }

    private void addresses(int end) {
        for (int i = 0; fields.position() + context.sizes().offsets() <= end; i++) {
            fields.number("block " + i, context.sizes().offsets());
        }
    }

    private void sections(byte[] header, int end) {
        int lengths = context.sizes().lengths();
        long serialized = LittleEndian.unsigned(header, 6 + 2 * lengths, lengths);
        int bits = LittleEndian.u16(header, 12 + 4 * lengths);
        int sizeWidth = Widths.bytesFor(LittleEndian.unsigned(header, 14 + 4 * lengths, lengths));
        boolean file = header[5] == 1;
        long left = serialized;
        int countWidth = Widths.bytesFor(serialized);
        while (left > 0 && countWidth <= fields.left()) {
            long count = LittleEndian.unsigned(image, fields.position(), countWidth);
            fields.number("sectionsOfSize", countWidth);
            fields.number("size", sizeWidth);
            for (long i = 0; i < count && fields.position() < end; i++, left--) {
                fields.number("address", (bits + 7) / 8);
                boolean first = !file && image[fields.position()] == 1;
                fields.number("class", 1);
                if (first) {
                    fields.bytes("row", (bits + 7) / 8 + 6);
                }
            }
            left = count == 0 ? 0 : left;
        }
    }
}
