package dev.fallow.format.message;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Utf8;
import dev.fallow.format.objectheader.HeaderMessage;
import dev.fallow.format.objectheader.MessageType;

/**
 * Object comment message: text and a zero byte.
 *
 * @param text without zero bytes
 */
public record Comment(String text) implements HeaderMessage {
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

    @Override
    public void encode(FieldWriter out) {
        out.text(text).u8(0);
    }

    @Override
    public int encodedLength(FieldSizes sizes) {
        return Utf8.length(text) + 1;
    }

    @Override
    public MessageType messageType() {
        return MessageType.OBJECT_COMMENT;
    }
}
