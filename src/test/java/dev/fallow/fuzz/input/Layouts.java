package dev.fallow.fuzz.input;

import dev.fallow.fuzz.input.Structure.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The fields of structures, as in the layout tables of the codecs. Each layout is a list of field sizes: a number of
 * bytes, O for the size of offsets, L for the size of lengths; fields in brackets repeat to the end of the structure.
 */
final class Layouts {
    static final String SUPERBLOCK = "superblock";
    static final String HEADER_V1 = "version 1 object header";
    static final String CHUNK_V1 = "version 1 object header continuation";

    private static final String SUPERBLOCK_0 = "8 1 1 1 1 1 1 1 1 2 2 4 O O O O L O 4 4 O O";
    private static final String SUPERBLOCK_1 = "8 1 1 1 1 1 1 1 1 2 2 4 2 2 O O O O L O 4 4 O O";
    private static final String SUPERBLOCK_2 = "8 1 1 1 1 O O O O";

    private static final Map<String, String> TABLES = Map.ofEntries(
            Map.entry("FRHP", "4 1 2 2 1 4 L O L O L L L L L L L L 2 L L 2 2 O 2"),
            Map.entry("FHDB", "4 1 O 4 4 [1 1 1 1]"),
            Map.entry("FHIB", "4 1 O 4 [O]"),
            Map.entry("BTHD", "4 1 1 4 2 2 1 1 O 2 L"),
            Map.entry("BTIN", "4 1 1 [1 2 4]"),
            Map.entry("FSHD", "4 1 1 L L L L 2 2 2 2 L O L L"),
            Map.entry("FSSE", "4 1 O [1 2 2 1]"),
            Map.entry("FAHD", "4 1 1 1 1 L O"),
            Map.entry("FADB", "4 1 1 O [O]"),
            Map.entry("EAHD", "4 1 1 1 1 1 1 1 1 L L L L L L O"),
            Map.entry("EAIB", "4 1 1 O [O]"),
            Map.entry("EASB", "4 1 1 O 2 [O]"),
            Map.entry("EADB", "4 1 1 O 2 [O]"),
            Map.entry("SMTB", "4 [1 1 2 4 2 2 2 O O]"),
            Map.entry("SMLI", "4 [1 4 4 8]"),
            Map.entry("SNOD", "4 1 1 2 [L O 4 4 8 8]"),
            Map.entry("TREE", "4 1 1 2 O O [L O]"),
            Map.entry("HEAP", "4 1 3 L L O"));

    /** Records of version 2 B-trees by type; records of other types are treated as addresses. */
    private static final Map<Integer, String> RECORDS =
            Map.of(5, "[4 1 4 2]", 6, "[8 1 4 2]", 7, "[1 4 4 8]", 8, "[8 1 4 4]", 9, "[8 1 4]");

    /** Messages of fixed layout by type. */
    private static final Map<Integer, String> MESSAGES = Map.ofEntries(
            Map.entry(0x01, "1 1 1 1 [L]"), // dataspace
            Map.entry(0x02, "1 1 O O O"), // link info
            Map.entry(0x03, "1 1 1 1 4 [2 2 1 1 1 1 4]"), // datatype
            Map.entry(0x05, "1 1 1 1 4"), // fill value
            Map.entry(0x06, "1 1 1 1 [1 1 1 1 4]"), // link
            Map.entry(0x08, "1 1 O L [1 1 1 1]"), // data layout
            Map.entry(0x0A, "1 1 2 2 2 2"), // group info
            Map.entry(0x0B, "1 1 [2 2 2 2 4]"), // filter pipeline
            Map.entry(0x0C, "1 1 2 2 2 [1 1 2 4]"), // attribute
            Map.entry(0x0F, "1 O 1"), // shared message table
            Map.entry(0x10, "O L"), // continuation
            Map.entry(0x11, "O O"), // symbol table
            Map.entry(0x15, "1 1 O O O"), // attribute info
            Map.entry(0x16, "1 4"), // reference count
            Map.entry(0x17, "1 1 1 L L 2 O [O]")); // file space info

    private final int offsets;
    private final int lengths;

    /** Creates the layouts for the sizes of offsets and lengths in the superblock. */
    Layouts(int offsets, int lengths) {
        this.offsets = offsets;
        this.lengths = lengths;
    }

    /** Returns the structure with its fields, without the signature. */
    Structure describe(byte[] bytes, Structure structure) {
        List<Field> fields = new ArrayList<>();
        int from = structure.from();
        int to = structure.to();
        switch (structure.signature()) {
            case SUPERBLOCK -> {
                int version = bytes[from + 8];
                add(fields, version >= 2 ? SUPERBLOCK_2 : version == 1 ? SUPERBLOCK_1 : SUPERBLOCK_0, from, to, false);
            }
            case "OHDR" -> addHeader(fields, bytes, from, to);
            case "OCHK" -> addMessages(fields, bytes, from + 4, to, 4);
            case HEADER_V1 -> {
                add(fields, "1 1 2 4 4 4", from, to, false);
                addMessagesV1(fields, bytes, from + 16, to);
            }
            case CHUNK_V1 -> addMessagesV1(fields, bytes, from, to);
            case "GCOL" -> addHeapObjects(fields, bytes, from, to);
            case "BTLF" -> {
                add(fields, "1 1", from + 4, to, true);
                add(fields, RECORDS.getOrDefault((int) bytes[from + 5], "[O]"), from + 6, to, true);
            }
            default -> add(fields, TABLES.getOrDefault(structure.signature(), "4 [1 1 2 4]"), from, to, false);
        }
        return structure.withFields(fields.toArray(Field[]::new));
    }

    /** Adds the fields of a layout; the first one, the signature, only on request. */
    private void add(List<Field> fields, String table, int from, int to, boolean first) {
        int bracket = table.indexOf('[');
        String once = bracket < 0 ? table : table.substring(0, bracket);
        int at = addOnce(fields, once, from, to, first);
        if (bracket >= 0) {
            String repeated = table.substring(bracket + 1, table.length() - 1);
            while (at < to) {
                at = addOnce(fields, repeated, at, to, true);
            }
        }
    }

    private int addOnce(List<Field> fields, String widths, int from, int to, boolean first) {
        int at = from;
        boolean wanted = first;
        for (String width : widths.strip().split(" ")) {
            if (width.isEmpty()) {
                continue;
            }
            int bytes = switch (width) {
                case "O" -> offsets;
                case "L" -> lengths;
                default -> Integer.parseInt(width);
            };
            if (wanted && at + bytes <= to) {
                fields.add(new Field(at, bytes));
            }
            wanted = true;
            at += bytes;
        }
        return at;
    }

    private void addHeader(List<Field> fields, byte[] bytes, int from, int to) {
        int flags = bytes[from + 5];
        String prefix = "4 1 1"
                + ((flags & 0x20) != 0 ? " 4 4 4 4" : "")
                + ((flags & 0x10) != 0 ? " 2 2" : "")
                + " "
                + (1 << (flags & 3));
        int at = addOnce(fields, prefix, from, to, false);
        addMessages(fields, bytes, at, to, (flags & 4) != 0 ? 6 : 4);
    }

    private void addMessages(List<Field> fields, byte[] bytes, int from, int to, int headerLength) {
        int at = from;
        while (at + headerLength <= to) {
            addOnce(fields, "1 2 1", at, to, true);
            int type = bytes[at];
            int length = (int) Numbers.get(bytes, at + 1, 2);
            addBody(fields, type, at + headerLength, Math.min(to, at + headerLength + length));
            at += headerLength + length;
        }
    }

    private void addMessagesV1(List<Field> fields, byte[] bytes, int from, int to) {
        int at = from;
        while (at + 8 <= to) {
            addOnce(fields, "2 2 1 1", at, to, true);
            int type = (int) Numbers.get(bytes, at, 2);
            int length = (int) Numbers.get(bytes, at + 2, 2);
            addBody(fields, type, at + 8, Math.min(to, at + 8 + length));
            at += 8 + length;
        }
    }

    private void addBody(List<Field> fields, int type, int from, int to) {
        add(fields, MESSAGES.getOrDefault(type, "[1 1 2 4]"), from, to, true);
    }

    private void addHeapObjects(List<Field> fields, byte[] bytes, int from, int to) {
        int at = addOnce(fields, "4 1 3 L", from, to, false);
        while (at + 8 + lengths <= to) {
            addOnce(fields, "2 2 4 L", at, to, true);
            boolean free = Numbers.get(bytes, at, 2) == 0;
            long size = Numbers.get(bytes, at + 8, lengths);
            if (size < 0 || size > to - at || free) {
                return;
            }
            at += 8 + lengths + (int) (size + 7) / 8 * 8;
        }
    }
}
