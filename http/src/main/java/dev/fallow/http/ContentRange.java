package dev.fallow.http;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header Content-Range of an answer (RFC 9110, section 14.4).
 *
 * @param first the first byte; -1 if there are none
 * @param last the last byte
 * @param size the length of the file; -1 if the server does not say
 */
record ContentRange(long first, long last, long size) {
    private static final Pattern FORM =
            Pattern.compile("(?i)bytes\\s+(?:(\\d{1,18})-(\\d{1,18})|\\*)/(?:(\\d{1,18})|\\*)");

    /** @throws IOException if it is not a range of bytes */
    static ContentRange of(String header) throws IOException {
        Matcher form = header == null ? null : FORM.matcher(header.trim());
        if (form == null || !form.matches()) {
            throw new IOException("expected an answer with a Content-Range of bytes, found " + header);
        }
        long first = number(form.group(1));
        long last = number(form.group(2));
        long size = number(form.group(3));
        if (first > last || size >= 0 && last >= size) {
            throw new IOException("the Content-Range contradicts itself: " + header);
        }
        return new ContentRange(first, last, size);
    }

    private static long number(String digits) {
        return digits == null ? -1 : Long.parseLong(digits);
    }
}
