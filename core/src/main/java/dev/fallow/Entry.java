package dev.fallow;

import dev.fallow.format.Printable;
import dev.fallow.type.Datatype;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One entry of a listing.
 *
 * <p>Names are exactly those stored in the file and may contain any character; {@link NameText#printable} makes them safe
 * to print.
 */
public final class Entry {
    private final Supplier<String> path;
    private final ObjectKind kind;
    private final long address;
    /** Null, as the next two, where there is none: there can be millions of entries. */
    private final String target;

    private final String problem;
    private final Supplier<Description> describe;
    private final int depth;
    private final boolean last;
    /** Null until its first use. */
    private Description description;

    /**
     * What a dataset is.
     *
     * @param datatype of the elements
     * @param dimensions the number of elements in each dimension; none for a scalar, or if there is no value
     */
    public record Description(Datatype datatype, long[] dimensions) {
        /** For people: {@code float32 [10, 20]}. */
        @Override
        public String toString() {
            return datatype + " " + Arrays.toString(dimensions);
        }
    }

    /**
     * Creates an entry.
     *
     * @param path the full path, starting with a slash
     * @param kind the kind of object or link
     * @param address of the object header; -1 for a soft, external or user-defined link
     */
    public Entry(String path, ObjectKind kind, long address) {
        this(() -> path, kind, address);
    }

    /**
     * Creates an entry whose path is found on demand.
     *
     * @param path supplies the full path, starting with a slash; always the same
     */
    public Entry(Supplier<String> path, ObjectKind kind, long address) {
        this(path, kind, address, null, null, null, 1, true);
    }

    private Entry(
            Supplier<String> path,
            ObjectKind kind,
            long address,
            String target,
            String problem,
            Supplier<Description> describe,
            int depth,
            boolean last) {
        this.path = Objects.requireNonNull(path, "path");
        this.kind = Objects.requireNonNull(kind, "kind");
        this.address = address;
        this.target = target;
        this.problem = problem;
        this.describe = describe;
        this.depth = depth;
        this.last = last;
    }

    /**
     * Returns a copy for a link that leads there.
     *
     * @param text as {@link #target()} returns it
     */
    public Entry withTarget(String text) {
        return new Entry(path, kind, address, Objects.requireNonNull(text, "text"), problem, describe, depth, last);
    }

    /**
     * Returns a copy for an object that could not be read.
     *
     * @param message why; it is made safe to print
     */
    public Entry withProblem(String message) {
        String printable = Printable.message(Objects.requireNonNull(message, "message"));
        return new Entry(path, kind, address, target, printable, describe, depth, last);
    }

    /**
     * Returns a copy for a dataset.
     *
     * @param source supplies its description, when that is first asked for
     */
    public Entry withDescription(Supplier<Description> source) {
        Objects.requireNonNull(source, "source");
        return new Entry(path, kind, address, target, problem, source, depth, last);
    }

    /** Returns a copy at this place of a listing; see {@link #depth()} and {@link #isLast()}. */
    public Entry withPlace(int newDepth, boolean newLast) {
        return new Entry(path, kind, address, target, problem, describe, newDepth, newLast);
    }

    /**
     * The full path, starting with a slash. Assembled on each call in O(its length): the paths of n nested groups have
     * n²/2 names in total, whereas the entries store n.
     */
    public String path() {
        return path.get();
    }

    /** The groups that it is in, from that which is listed: 1 for an entry of that group. Not compared by {@link #equals}. */
    public int depth() {
        return depth;
    }

    /** Whether it is the last one of its group in the order of the listing. Not compared by {@link #equals}. */
    public boolean isLast() {
        return last;
    }

    /** The kind of object or link. */
    public ObjectKind kind() {
        return kind;
    }

    /** The address of its object header; -1 for a soft, external or user-defined link. */
    public long address() {
        return address;
    }

    /** The path of a soft link; "file:path" of an external link; empty for an object and for a user-defined link. */
    public Optional<String> target() {
        return Optional.ofNullable(target);
    }

    /**
     * Why the object could not be read, for instance an unsupported feature; empty if it could be. Safe to print, like
     * exception messages.
     */
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    /**
     * The datatype and the dimensions of a dataset, read on first use; empty if it is not a dataset. The header
     * that was read for the listing is read again only if it has left the cache since.
     *
     * @throws ContainerException if the dataset cannot be described, has been deleted since, or the container is closed
     */
    public Optional<Description> description() {
        if (description == null && describe != null) {
            description = describe.get();
        }
        return Optional.ofNullable(description);
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
