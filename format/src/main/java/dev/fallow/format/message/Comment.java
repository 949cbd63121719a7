package dev.fallow.format.message;

import dev.fallow.format.FieldReader;

/**
 * Object comment message: text and a zero byte.
 *
 * @param text without zero bytes
 */
public record Comment(String text) {
    /** @throws IllegalArgumentException if the text has a zero byte */
    public Comment {
        if (text.indexOf(0) >= 0) {
            throw new IllegalArgumentException("comment with a zero byte");
        }
    }

    /** Reads a comment message. */
    public static Comment decode(FieldReader in) {
        return new Comment(in.zeroTerminatedText());
    }
}
