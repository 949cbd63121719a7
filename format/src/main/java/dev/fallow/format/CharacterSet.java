package dev.fallow.format;

/**
 * The character sets of names and strings (specification: "Character Set Encoding"). The ordinal is the number in
 * files.
 */
public enum CharacterSet {
    /** Number 0. */
    ASCII,
    /** Number 1. */
    UTF_8;

    private static final CharacterSet[] ALL = values();

    /** Reads one byte. */
    public static CharacterSet decode(FieldReader in) {
        return ALL[in.u8("character set", ALL.length - 1)];
    }

    /**
     * The character set with this number.
     *
     * @param width the width of the field just read, in bytes, for the address in the error
     */
    public static CharacterSet of(int number, FieldReader in, int width) {
        if (number >= ALL.length) {
            throw in.fail("expected character set 0 or 1, found " + number, width);
        }
        return ALL[number];
    }

    /** ASCII if {@code text} has only ASCII characters, otherwise UTF-8. */
    public static CharacterSet of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return UTF_8;
            }
        }
        return ASCII;
    }

    /** The number in files. */
    public int number() {
        return ordinal();
    }
}
