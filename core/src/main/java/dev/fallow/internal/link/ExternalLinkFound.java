package dev.fallow.internal.link;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.message.LinkTarget;

/**
 * A path leads through an external link. Only what reads an object follows it, in a session of the other file; for anything else this
 * becomes its {@link #refusal}.
 */
public final class ExternalLinkFound extends UnsupportedFeatureException {
    private static final long serialVersionUID = 1;

    private final String where;
    private final String file;
    private final String path;

    /**
     * @param where the file and the path of the link, for messages
     * @param rest what of the path is behind the link, after a slash; may be empty
     */
    ExternalLinkFound(String where, LinkTarget.External target, String rest) {
        this(where, target.fileName(), target.objectPath() + rest);
    }

    private ExternalLinkFound(String where, String file, String path) {
        super(
                "%s: an external link leads to %s in %s, and is followed for reading only; open that file to change what is in it"
                        .formatted(where, path, file));
        this.where = where;
        this.file = file;
        this.path = path;
    }

    /** The same link in a path that goes on. */
    ExternalLinkFound with(String rest) {
        return rest.isEmpty() ? this : new ExternalLinkFound(where, file, path + rest);
    }

    /** What an application is told. */
    public UnsupportedFeatureException refusal() {
        return new UnsupportedFeatureException(getMessage());
    }

    /** The file and the path of the link, for messages. */
    public String where() {
        return where;
    }

    /** The other file, as the link names it. */
    public String file() {
        return file;
    }

    /** The path in the other file, from its root group. */
    public String path() {
        return path.startsWith("/") ? path : "/" + path;
    }
}
