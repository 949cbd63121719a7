package dev.fallow.format;

/** The character sets of names and strings (specification: "Character Set Encoding"); the ordinal is the number. */
public enum CharacterSet {
    /** 0. */
    ASCII,
    /** 1. */
    UTF_8;

    private static final CharacterSet[] ALL = values();

    /** Reads one byte. */
    public static CharacterSet decode(FieldReader in) {
        return ALL[in.u8("character set", ALL.length - 1)];
    }

    /** The character set of a number that has just been read from {@code width} bytes. */
    public static CharacterSet of(int number, FieldReader in, int width) {
        if (number >= ALL.length) {
            throw in.fail("expected character set 0 or 1, found " + number, width);
        }
        return ALL[number];
    }

    /** ASCII if that is enough for {@code text}, else UTF-8. */
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
