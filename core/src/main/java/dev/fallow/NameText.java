package dev.fallow;

import dev.fallow.format.Printable;
import dev.fallow.format.Utf8;
import java.util.Objects;

/**
 * The text of names in files. A name can be any sequence of bytes without a zero byte. A byte that is not UTF-8 is a lone
 * surrogate in the text, U+DC00 + byte, so that the text stands for exactly these bytes.
 */
public final class NameText {
    private NameText() {}

    /**
     * A name or path that is safe to print: control characters, invisible characters, characters that change the direction of
     * text, and bytes that are not UTF-8 are escaped, with a backslash. Different names have different printable forms.
     */
    public static String printable(String name) {
        return Printable.name(name);
    }

    /** A message that may contain names. Backslashes are not escaped. A message of more than 2,000 characters is abbreviated. */
    public static String printableMessage(String message) {
        return Printable.message(Objects.requireNonNull(message, "message"));
    }

    /** Whether a character is printed unchanged. A surrogate pair must be passed as one code point. */
    public static boolean isPrintable(int codePoint) {
        return Printable.isPlain(codePoint);
    }

    /** Whether all bytes of a name are UTF-8. */
    public static boolean isUtf8(String name) {
        return Utf8.isText(name);
    }

    /** The text of these bytes. */
    public static String decode(byte[] bytes) {
        return Utf8.decode(bytes, 0, bytes.length);
    }

    /**
     * The bytes of a text.
     *
     * @throws IllegalArgumentException if it contains a lone surrogate that does not represent a byte
     */
    public static byte[] encode(String text) {
        return Utf8.encode(text);
    }
}
