package dev.fallow.internal.session;

/**
 * Lets the paths of handles follow links that were renamed or moved in this session, without a list of all handles. A handle refers to
 * the rename that it has seen last, so those before every handle's are garbage-collected.
 */
public final class Renames {
    private Rename last = new Rename();

    /** A rename; without paths until it happens. */
    private static final class Rename {
        private String from;
        private String to;
        private Rename next;
    }

    /** The path of one object, as of now. */
    public static final class Followed {
        private String path;
        private Rename seen;

        private Followed(String path, Rename seen) {
            this.path = path;
            this.seen = seen;
        }

        /** The path after all renames. */
        public String path() {
            for (; seen.next != null; seen = seen.next) {
                if (path.startsWith(seen.from)
                        && (path.length() == seen.from.length() || path.charAt(seen.from.length()) == '/')) {
                    path = seen.to + path.substring(seen.from.length());
                }
            }
            return path;
        }
    }

    /** Follows a path from now on. */
    public Followed follow(String path) {
        return new Followed(path, last);
    }

    /** Records that a link has another path now. */
    public void renamed(String from, String to) {
        last.from = from;
        last.to = to;
        last.next = new Rename();
        last = last.next;
    }
}
