package dev.fallow.http;

import java.io.IOException;
import java.net.URI;
import java.util.Locale;

/** Where a file is: the URI that was given, and the one that it was redirected to. */
final class Address {
    static final int MOST_REDIRECTS = 5;

    private final URI given;
    private volatile URI now;

    Address(URI given) {
        if (!isHttp(given) || given.getHost() == null) {
            throw new IllegalArgumentException("expected an URI with http or https and a host, found " + name(given));
        }
        this.given = given;
        now = given;
    }

    private static boolean isHttp(URI uri) {
        return "http".equals(scheme(uri)) || "https".equals(scheme(uri));
    }

    private static String scheme(URI uri) {
        return uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    }

    /** A URI without what may be secret: user, query and fragment. */
    static String name(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme() + ":";
        String authority = uri.getRawAuthority();
        String host = authority == null ? "" : "//" + authority.substring(authority.lastIndexOf('@') + 1);
        return scheme + host + (uri.getPath() == null ? "" : uri.getPath());
    }

    /** A location that is not a URI, without what may be secret. */
    private static String name(String location) {
        return location.replaceFirst("[?#].*", "").replaceFirst("//[^/]*@", "//");
    }

    /** For messages. */
    String name() {
        return name(given);
    }

    /** A failure whose message begins with the address, and says where it was redirected to. */
    IOException failure(String message, Throwable cause) {
        return new IOException(located(message), cause);
    }

    /** A message behind the address. */
    String located(String message) {
        return name() + ": " + redirected(message);
    }

    /** A message behind the address that was redirected to, if there is one. */
    String redirected(String message) {
        URI at = now;
        return isGiven(at) ? message : "redirected to " + name(at) + ": " + message;
    }

    /** Where to ask. */
    URI now() {
        return now;
    }

    /** Whether the file is at the requested address. */
    boolean isGiven(URI uri) {
        return uri.equals(given);
    }

    /** Whether a URI has the same origin as the given one, so that it may see the same headers. */
    boolean mayKnow(URI uri) {
        return scheme(uri).equals(scheme(given))
                && uri.getHost().equalsIgnoreCase(given.getHost())
                && port(uri) == port(given);
    }

    private static int port(URI uri) {
        return uri.getPort() >= 0 ? uri.getPort() : "https".equals(scheme(uri)) ? 443 : 80;
    }

    /**
     * Where an answer says that the file is.
     *
     * @param location the header; null if there is none
     */
    URI redirect(URI from, String location) throws IOException {
        URI target;
        try {
            target = location == null ? null : from.resolve(location);
        } catch (IllegalArgumentException e) {
            throw failure("redirected to " + name(location) + ", which is not a URI", e);
        }
        if (target == null || target.getHost() == null || !isHttp(target)) {
            throw failure(
                    "redirected to " + (target == null ? "nowhere" : name(target))
                            + ", which is not an address of HTTP",
                    null);
        } else if ("https".equals(scheme(from)) && !"https".equals(scheme(target))) {
            throw failure("redirected from HTTPS to " + name(target) + ", which is not followed", null);
        }
        return target;
    }

    /** The file was found there. */
    void found(URI uri) {
        now = uri;
    }

    /** Where the file was found is no longer valid. */
    void forget() {
        now = given;
    }
}
