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
