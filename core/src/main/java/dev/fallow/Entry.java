package dev.fallow;

import dev.fallow.format.Printable;
import dev.fallow.internal.PathNode;
import java.util.Objects;

/**
 * One line of a listing.
 *
 * <p>The names are exactly those in the file, which may contain anything; {@link Printable#name} makes them safe to print.
 */
public final class Entry {
    private final PathNode path;
    private final ObjectKind kind;
    private final long address;
    private final String target;
    private final String problem;

    /**
     * An entry with these values, in the order of the accessors.
     *
     * @param path the full path, starting with a slash
     */
    public Entry(String path, ObjectKind kind, long address, String target, String problem) {
        this(PathNode.of(path), kind, address, target, problem);
    }

    /**
     * Used by the library.
     *
     * @param path shared with the entries of the groups above
     */
    public Entry(PathNode path, ObjectKind kind, long address, String target, String problem) {
        this.path = path;
        this.kind = kind;
        this.address = address;
        this.target = target;
        this.problem = Printable.message(problem);
    }

    /**
     * The full path, starting with a slash. It is put together at each call, O(its length): the paths of n groups that nest
     * have n²/2 names, and the entries have n.
     */
    public String path() {
        return path.full();
    }

    /** What it is. */
    public ObjectKind kind() {
        return kind;
    }

    /** The address of its object header; -1 for a soft, external or user-defined link. */
    public long address() {
        return address;
    }

    /** For a soft link its path, for an external link "file:path"; otherwise null. */
    public String target() {
        return target;
    }

    /**
     * Why the object could not be looked into, for instance a feature that is not supported; null if it could. Safe to
     * print, as messages of exceptions are.
     */
    public String problem() {
        return problem;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Entry entry
                && kind == entry.kind
                && address == entry.address
                && Objects.equals(target, entry.target)
                && Objects.equals(problem, entry.problem)
                && path().equals(entry.path());
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, address, target);
    }

    @Override
    public String toString() {
        return "Entry[path=%s, kind=%s, address=%d, target=%s, problem=%s]"
                .formatted(path, kind, address, target, problem);
    }
}
