package dev.fallow.internal.path;

import dev.fallow.format.Printable;
import dev.fallow.format.Utf8;
import java.util.ArrayList;
import java.util.List;

/** Paths of objects: names separated by slashes. Repeated and trailing slashes and the name "." are ignored. */
public final class ObjectPath {
    /** The longest name in bytes of UTF-8. A link message must fit into an object header. */
    public static final int LONGEST_NAME = 65_000;

    private ObjectPath() {}

    /** The names of a path; empty for the root, or for the group that the path is relative to. */
    public static List<String> names(String path) {
        if (path.isEmpty()) {
            return List.of();
        }
        if (path.indexOf('/') < 0 && !path.equals(".")) {
            return List.of(path);
        }
        List<String> names = new ArrayList<>();
        for (int from = 0; from < path.length(); ) {
            int slash = path.indexOf('/', from);
            int to = slash < 0 ? path.length() : slash;
            if (to > from && (to - from > 1 || path.charAt(from) != '.')) {
                names.add(path.substring(from, to));
            }
            from = to + 1;
        }
        return names;
    }

    /** The path without its last name: "" for a single relative name, "/" for a single absolute name. */
    public static String parent(String path) {
        if (path.indexOf('/') < 0) {
            return "";
        }
        List<String> names = names(path);
        String parent = String.join("/", names.subList(0, Math.max(0, names.size() - 1)));
        return path.startsWith("/") ? "/" + parent : parent;
    }

    /** The path of an object in the group at {@code parent}. */
    public static String child(String parent, String name) {
        return parent.endsWith("/") ? parent + name : parent + "/" + name;
    }

    /** Resolves a path against the group at {@code base}; an absolute path is returned unchanged. */
    public static String resolve(String base, String path) {
        String at = path.startsWith("/") ? "/" : base;
        for (String name : names(path)) {
            at = child(at, name);
        }
        return at;
    }

    /**
     * Checks a name for a new link or attribute.
     *
     * @throws IllegalArgumentException if it is empty, too long, or contains a zero character or a lone surrogate
     */
    public static void checkName(String name) {
        requireText("a name", name);
        int bytes = Utf8.length(name);
        if (name.isEmpty() || bytes > LONGEST_NAME || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    Printable.message("a name must have 1 to %d bytes and no zero character, found %d bytes: %s"
                            .formatted(LONGEST_NAME, bytes, name)));
        }
    }

    /**
     * Checks that a name, or the target of a link, can be encoded.
     *
     * @param what the text is
     * @throws IllegalArgumentException if it contains a lone surrogate that does not represent a byte
     */
    public static void requireText(String what, String text) {
        int surrogate = Utf8.firstLoneSurrogate(text);
        if (surrogate >= 0) {
            throw new IllegalArgumentException(Printable.message(
                    "%s must have no lone surrogate, found one at index %d: %s".formatted(what, surrogate, text)));
        }
    }
}
