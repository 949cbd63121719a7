package dev.fallow.internal.check;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.Layout;
import dev.fallow.format.LittleEndian;
import dev.fallow.report.StructureDump.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Reads fields by their layouts, one after the other. */
final class Fields {
    private static final int MOST_SHOWN = 16;

    private final byte[] image;
    private final FieldSizes sizes;
    private final List<Field> all = new ArrayList<>();
    private int at;
    /** Where the fields end; one that would end behind it is cut off there. */
    private int limit;

    Fields(byte[] image, FieldSizes sizes) {
        this.image = image;
        this.sizes = sizes;
        limit = image.length;
    }

    List<Field> all() {
        return all;
    }

    int position() {
        return at;
    }

    /** How many bytes are left before the limit. */
    int left() {
        return limit - at;
    }

    /** Ends the fields before a checksum. */
    void endAt(int position) {
        limit = position;
    }

    /** Adds the checksum behind the end of the fields; bytes before it that no field has are shown as the rest. */
    void checksum(int position, String value) {
        bytes("rest", position - at);
        limit = image.length;
        bytes("checksum", Integer.BYTES, value);
    }

    /** The number in a field that was read before, or -1. */
    long number(String name) {
        for (Field each : all) {
            if (each.name().equals(name)) {
                return LittleEndian.unsigned(image, (int) each.offset(), (int) each.bytes());
            }
        }
        return -1;
    }

    /** Reads the fields of a layout that does not repeat. */
    void read(Layout layout) {
        read(layout, 0, 0);
    }

    /**
     * Reads the fields of a layout.
     *
     * @param end where the repeated fields end
     * @param variable the width of a field that another structure determines
     */
    void read(Layout layout, int end, int variable) {
        once(layout.fields(), "", variable);
        for (int i = 0; !layout.repeated().isEmpty() && at < Math.min(end, limit); i++) {
            int before = at;
            once(layout.repeated(), " " + i, variable);
            if (at > end) {
                at = before;
                all.removeIf(each -> each.offset() >= before);
                bytes("rest", end - at);
            }
        }
    }

    private void once(List<Layout.Field> layout, String suffix, int variable) {
        for (Layout.Field each : layout) {
            number(each.name() + suffix, each.width(sizes, variable));
        }
    }

    /** A number, or bytes if it has more than 8. */
    void number(String name, int width) {
        if (width > Long.BYTES || width < 1 || width > left()) {
            bytes(name, width);
            return;
        }
        long value = LittleEndian.unsigned(image, at, width);
        boolean undefined = width == 8 ? value == -1 : width > 1 && value == (1L << 8 * width) - 1;
        bytes(name, width, undefined ? "undefined" : Long.toUnsignedString(value));
    }

    void text(String name, int width) {
        bytes(name, width, new String(image, at, Math.min(width, left()), StandardCharsets.ISO_8859_1));
    }

    void bytes(String name, int width) {
        if (Math.min(width, left()) > 0) {
            bytes(name, width, "");
        }
    }

    /** Bytes with an explanation. */
    void bytes(String name, int declared, String value) {
        int width = Math.min(declared, left());
        int shown = Math.min(width, MOST_SHOWN);
        String hex = HexFormat.ofDelimiter(" ").formatHex(image, at, at + shown) + (shown < width ? " ..." : "");
        all.add(new Field(name, at, width, hex, value));
        at += width;
    }
}
