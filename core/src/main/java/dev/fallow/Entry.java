package dev.fallow;

import dev.fallow.format.Printable;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * One entry of a listing.
 *
 * <p>Names are exactly those stored in the file and may contain any character; {@link Printable#name} makes them safe
 * to print.
 */
public final class Entry {
    private final Supplier<String> path;
    private final ObjectKind kind;
    private final long address;
    private final String target;
    private final String problem;

    /**
     * Creates an entry; the parameters are in the order of the accessors.
     *
     * @param path the full path, starting with a slash
     */
    public Entry(String path, ObjectKind kind, long address, String target, String problem) {
        this(() -> path, kind, address, target, problem);
    }

    /**
     * Creates an entry whose path is assembled when it is asked for.
     *
     * @param path supplies the full path, starting with a slash; always the same
     */
    public Entry(Supplier<String> path, ObjectKind kind, long address, String target, String problem) {
        this.path = path;
        this.kind = kind;
        this.address = address;
        this.target = target;
        this.problem = Printable.message(problem);
    }

    /**
     * The full path, starting with a slash. Assembled on each call in O(its length): the paths of n nested groups have
     * n²/2 names in total, whereas the entries store n.
     */
    public String path() {
        return path.get();
    }

    /** The kind of object or link. */
    public ObjectKind kind() {
        return kind;
    }

    /** The address of its object header; -1 for a soft, external or user-defined link. */
    public long address() {
        return address;
    }

    /** The path of a soft link; "file:path" of an external link; otherwise null. */
    public String target() {
        return target;
    }

    /**
     * Why the object could not be read, for instance an unsupported feature; null if it could be. Safe to print, like
     * exception messages.
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
                .formatted(path(), kind, address, target, problem);
    }
}
