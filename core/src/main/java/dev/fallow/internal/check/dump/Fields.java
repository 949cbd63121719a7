package dev.fallow.internal.check.dump;

import dev.fallow.format.FieldSizes;
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

    Fields(byte[] image, FieldSizes sizes) {
        this.image = image;
        this.sizes = sizes;
    }

    List<Field> all() {
        return all;
    }

    int position() {
        return at;
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

    /**
     * Reads the fields of a layout.
     *
     * @param end where the repeated fields end
     * @param others the widths of R and H
     */
    void read(String layout, int end, int... others) {
        int bracket = layout.indexOf('[');
        once(bracket < 0 ? layout : layout.substring(0, bracket), "", others);
        if (bracket < 0) {
            return;
        }
        String repeated = layout.substring(bracket + 1, layout.indexOf(']'));
        for (int i = 0; at < end; i++) {
            int before = at;
            once(repeated, " " + i, others);
            if (at > end) {
                at = before;
                all.removeIf(each -> each.offset() >= before);
                bytes("rest", end - at);
            }
        }
    }

    private void once(String layout, String suffix, int... others) {
        for (String field : layout.strip().split(" ")) {
            if (field.isEmpty()) {
                continue;
            }
            int colon = field.indexOf(':');
            String width = field.substring(colon + 1);
            int bytes = switch (width) {
                case "O" -> sizes.offsets();
                case "L" -> sizes.lengths();
                case "R" -> others[0];
                case "H" -> others[1];
                default -> Integer.parseInt(width);
            };
            number(field.substring(0, colon) + suffix, bytes);
        }
    }

    /** A number, or bytes if it has more than 8. */
    void number(String name, int width) {
        if (width > Long.BYTES || width < 1 || at + width > image.length) {
            bytes(name, Math.min(width, image.length - at));
            return;
        }
        long value = LittleEndian.unsigned(image, at, width);
        boolean undefined = width == 8 ? value == -1 : width > 1 && value == (1L << 8 * width) - 1;
        add(name, width, undefined ? "undefined" : Long.toUnsignedString(value));
    }

    void text(String name, int width) {
        String text = new String(image, at, width, StandardCharsets.ISO_8859_1);
        add(name, width, text);
    }

    void bytes(String name, int width) {
        if (width > 0) {
            add(name, width, "");
        }
    }

    /** Bytes with an explanation. */
    void bytes(String name, int width, String value) {
        add(name, width, value);
    }

    private void add(String name, int width, String value) {
        int shown = Math.min(width, MOST_SHOWN);
        String hex = HexFormat.ofDelimiter(" ").formatHex(image, at, at + shown) + (shown < width ? " ..." : "");
        all.add(new Field(name, at, width, hex, value));
        at += width;
    }
}
