package dev.fallow.format;

import java.util.ArrayList;
import java.util.List;

/**
 * The fields of a structure, in order: the length of the structure, the positions of its fields, and its dump follow from them.
 *
 * <pre>
 *   name:2         a number of 2 bytes
 *   name:O         an address, in the size of offsets
 *   name:L         a length, in the size of lengths
 *   name:V         a number, in a width that another structure determines; only repeated fields follow
 *   [a:O b:4]      fields that repeat
 * </pre>
 */
public final class Layout {
    private final String structure;
    private final String signature;
    private final boolean sealed;
    private final List<Field> fields;
    private final List<Field> repeated;
    /** The position after the fields. */
    private final Field end;

    /**
     * One field.
     *
     * @param width number of bytes, O, L or V
     * @param fixed of its position: the bytes whose number is fixed
     * @param offsets of its position: the number of addresses before
     * @param lengths of its position: the number of lengths before
     */
    public record Field(String name, String width, int fixed, int offsets, int lengths) {
        /** The position in the structure, in bytes. */
        public int at(FieldSizes sizes) {
            return fixed + offsets * sizes.offsets() + lengths * sizes.lengths();
        }

        /**
         * The number of bytes.
         *
         * @param variable that of a field whose width another structure determines
         */
        public int width(FieldSizes sizes, int variable) {
            return switch (width) {
                case "O" -> sizes.offsets();
                case "L" -> sizes.lengths();
                case "V" -> variable;
                default -> Integer.parseInt(width);
            };
        }

        /** Whether it is an address. */
        public boolean isAddress() {
            return width.equals("O");
        }

        /** The unsigned number in the image of a structure; a number of eight bytes is signed. */
        public long get(byte[] image, FieldSizes sizes) {
            return LittleEndian.unsigned(image, at(sizes), width(sizes, 0));
        }

        /** Writes a number into the image of a structure; all ones for -1. */
        public void put(byte[] image, FieldSizes sizes, long value) {
            LittleEndian.put(image, at(sizes), width(sizes, 0), value);
        }
    }

    private Layout(String structure, String signature, boolean sealed, String text) {
        this.structure = structure;
        this.signature = signature;
        this.sealed = sealed;
        int bracket = text.indexOf('[');
        List<Field> once = fields(bracket < 0 ? text : text.substring(0, bracket), signature.length());
        end = once.remove(once.size() - 1);
        fields = List.copyOf(once);
        List<Field> each = fields(bracket < 0 ? "" : text.substring(bracket + 1, text.indexOf(']')), 0);
        repeated = List.copyOf(each.subList(0, each.size() - 1));
    }

    /** The fields in a text, and one after them. */
    private static List<Field> fields(String text, int from) {
        List<Field> fields = new ArrayList<>();
        int fixed = from;
        int offsets = 0;
        int lengths = 0;
        for (String each : text.isBlank() ? new String[0] : text.strip().split(" +")) {
            int colon = each.indexOf(':');
            String width = each.substring(colon + 1);
            fields.add(new Field(each.substring(0, colon), width, fixed, offsets, lengths));
            switch (width) {
                case "O" -> offsets++;
                case "L" -> lengths++;
                case "V" -> {}
                default -> fixed += Integer.parseInt(width);
            }
        }
        fields.add(new Field("", "0", fixed, offsets, lengths));
        return fields;
    }

    /**
     * The layout of a structure without a checksum at the end.
     *
     * @param structure the specification's name
     * @param signature with which it begins; empty if it has none
     */
    public static Layout of(String structure, String signature, String fields) {
        return new Layout(structure, signature, false, fields);
    }

    /** As {@link #of}, of a structure with a checksum of all its bytes at the end. */
    public static Layout sealed(String structure, String signature, String fields) {
        return new Layout(structure, signature, true, fields);
    }

    /** The specification's name of the structure. */
    public String structure() {
        return structure;
    }

    /** With which the structure begins; empty if it has none. */
    public String signature() {
        return signature;
    }

    /** Whether a checksum is at the end. */
    public boolean isSealed() {
        return sealed;
    }

    /** The fields after the signature, without those that repeat. */
    public List<Field> fields() {
        return fields;
    }

    /** The fields that repeat, with their positions in a repetition. */
    public List<Field> repeated() {
        return repeated;
    }

    /**
     * The field with a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Field field(String name) {
        for (Field each : fields) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        throw new IllegalArgumentException(structure + ": no field " + name);
    }

    /** The position after the fields that do not repeat, in bytes; before the field with a width of another structure. */
    public int end(FieldSizes sizes) {
        return end.at(sizes);
    }

    /** The length in bytes: {@link #end}, and the checksum. */
    public int length(FieldSizes sizes) {
        return end(sizes) + (sealed ? Integer.BYTES : 0);
    }
}
