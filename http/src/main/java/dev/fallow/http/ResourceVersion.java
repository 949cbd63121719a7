package dev.fallow.http;

import dev.fallow.source.SourceChangedException;
import java.net.http.HttpHeaders;

/**
 * What the first answer says of a file.
 *
 * @param etag null if there is none
 * @param modified the time of the last change; null if there is none
 */
record ResourceVersion(long size, String etag, String modified) {
    static ResourceVersion of(HttpHeaders headers, long size) {
        return new ResourceVersion(
                size,
                headers.firstValue("ETag").orElse(null),
                headers.firstValue("Last-Modified").orElse(null));
    }

    /** Whether the server can compare it byte by byte. */
    boolean hasStrongTag() {
        return etag != null && etag.startsWith("\"");
    }

    /** Null if nothing but the length is known. */
    String text() {
        return etag == null && modified == null ? null : size + " " + (etag == null ? modified : etag);
    }

    /** Checks that another answer is about the same content. */
    void check(String name, ResourceVersion other) {
        if (size != other.size) {
            throw changed(name, "length", size, other.size);
        } else if (etag != null && !etag.equals(other.etag)) {
            throw changed(name, "ETag", etag, other.etag);
        } else if (etag == null && modified != null && !modified.equals(other.modified)) {
            throw changed(name, "time of the last change", modified, other.modified);
        }
    }

    private static SourceChangedException changed(String name, String what, Object before, Object now) {
        return new SourceChangedException("%s: the file has changed since it was opened: its %s was %s, and now %s"
                .formatted(name, what, before, now == null ? "there is none" : "is " + now));
    }
}
