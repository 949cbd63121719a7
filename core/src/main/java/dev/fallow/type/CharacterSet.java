package dev.fallow.type;

/** The character sets of strings; the ordinal is the number in files. */
public enum CharacterSet {
    /** Number 0. */
    ASCII,
    /** Number 1. */
    UTF_8;

    /** ASCII if {@code text} has only ASCII characters, otherwise UTF-8. */
    public static CharacterSet of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return UTF_8;
            }
        }
        return ASCII;
    }
}
