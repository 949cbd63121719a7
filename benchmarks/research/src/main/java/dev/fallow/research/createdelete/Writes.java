package dev.fallow.research.createdelete;

/**
 * Write requests to the medium from file creation to close; -1 for unknown numbers.
 *
 * @param writes the number of write calls, to container and journal
 * @param bytes the number of bytes written
 * @param forces the number of forces
 */
public record Writes(long writes, long bytes, long forces) {
    /** All numbers unknown. */
    public static final Writes UNKNOWN = new Writes(-1, -1, -1);

    /** The difference from an earlier count. */
    public Writes since(Writes earlier) {
        return this.equals(UNKNOWN) || earlier.equals(UNKNOWN)
                ? UNKNOWN
                : new Writes(writes - earlier.writes, bytes - earlier.bytes, forces - earlier.forces);
    }

    /** The mean per repeat. */
    public Writes dividedBy(int repeats) {
        return this.equals(UNKNOWN) ? UNKNOWN : new Writes(writes / repeats, bytes / repeats, forces / repeats);
    }
}
