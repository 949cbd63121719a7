package dev.fallow.internal.path;

import java.util.function.Supplier;

/**
 * The path of an object visited by a walk: a name and the path of its parent. A walk over n nested groups stores n
 * names instead of the n²/2 in their full paths; strings are built only on request.
 */
public final class PathNode implements Supplier<String> {
    /** The longest path in a message, in characters; of a longer path only the end is shown. */
    private static final int MOST_IN_MESSAGE = 1_000;
    /** The longest full path, in characters. */
    private static final int MOST = 1 << 30;

    private static final String DATATYPE = "datatype of ";

    private final PathNode parent;
    /** Null if this node is the datatype of the object at the parent's path. */
    private final String name;

    private PathNode(PathNode parent, String name) {
        this.parent = parent;
        this.name = name;
    }

    /** A known path; "/" for the root group. */
    public static PathNode of(String path) {
        return new PathNode(null, path);
    }

    /** The path of the object that has this name in the group at this path. */
    public PathNode child(String childName) {
        return new PathNode(this, childName);
    }

    /** The path that this one was made from; null if this one was given as a whole. */
    public PathNode parent() {
        return parent;
    }

    /** The last name; null if this node is the datatype of the object at the parent's path. */
    public String name() {
        return name;
    }

    /** The node, for messages, of the committed datatype that the object at this path uses. */
    public PathNode datatype() {
        return new PathNode(this, null);
    }

    /** The full path. O(its length). */
    public String full() {
        return text(MOST);
    }

    /** As {@link #full}. */
    @Override
    public String get() {
        return full();
    }

    /** The path for messages: in full, or its end after three dots if it is longer than 1,000 characters. */
    @Override
    public String toString() {
        return text(MOST_IN_MESSAGE);
    }

    private String text(int most) {
        if (parent == null && name.length() <= most) {
            return name;
        }
        String uses = "";
        int length = 0;
        PathNode top = this;
        while (top.parent != null && length < most && uses.length() < most) {
            if (top.name == null) {
                uses = uses.concat(DATATYPE);
            } else {
                length += 1 + top.name.length();
            }
            top = top.parent;
        }
        if (top.parent != null || length > most) {
            return uses + "..." + end(below(top, length), most);
        }
        String start = top.name.endsWith("/") && length > 0 ? top.name.substring(0, top.name.length() - 1) : top.name;
        return uses + start + below(top, length);
    }

    private static String end(String text, int most) {
        return text.substring(Math.max(0, text.length() - most));
    }

    /** The last {@code length} characters of the path below an ancestor, each name preceded by a slash. */
    private String below(PathNode ancestor, int length) {
        char[] characters = new char[length];
        int end = length;
        for (PathNode at = this; at != ancestor; at = at.parent) {
            if (at.name != null) {
                end -= at.name.length();
                at.name.getChars(0, at.name.length(), characters, end);
                characters[--end] = '/';
            }
        }
        return new String(characters);
    }
}
