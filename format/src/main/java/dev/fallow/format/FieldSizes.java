package dev.fallow.format;

/**
 * The two field widths that a file's superblock determines (specification: "Size of Offsets", "Size of Lengths").
 *
 * @param offsets bytes of an address: 2, 4 or 8
 * @param lengths bytes of a length: 2, 4 or 8
 */
public record FieldSizes(int offsets, int lengths) {
    /** 8 and 8, the widths that current writers use. */
    public static final FieldSizes EIGHT = new FieldSizes(8, 8);

    public FieldSizes {
        if (!valid(offsets) || !valid(lengths)) {
            throw new IllegalArgumentException("sizes of offsets and lengths: " + offsets + " and " + lengths);
        }
    }

    private static boolean valid(int width) {
        return width == 2 || width == 4 || width == 8;
    }
}
