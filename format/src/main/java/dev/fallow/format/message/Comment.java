package dev.fallow.format.message;

import dev.fallow.format.FieldReader;

/** Object comment message: text without zero bytes, and a zero byte. */
public record Comment(String text) {
    public Comment {
        if (text.indexOf(0) >= 0) {
            throw new IllegalArgumentException("comment with a zero byte");
        }
    }

    public static Comment decode(FieldReader in) {
        return new Comment(in.zeroTerminatedText());
    }
}
