package dev.fallow.benchmarks.race.entrant;

/**
 * Requests to the medium, from the creation of a file to its closing; -1 for what is not known.
 *
 * @param writes calls that wrote, to the container and to a journal
 * @param bytes what they wrote
 * @param forces how often the medium was to be forced
 */
public record Writes(long writes, long bytes, long forces) {
    /** Nothing is known. */
    public static final Writes UNKNOWN = new Writes(-1, -1, -1);

    /** The difference to an earlier count of the same kind. */
    Writes since(Writes earlier) {
        return this.equals(UNKNOWN) || earlier.equals(UNKNOWN)
                ? UNKNOWN
                : new Writes(writes - earlier.writes, bytes - earlier.bytes, forces - earlier.forces);
    }

    /** Of each of several repeats. */
    Writes dividedBy(int repeats) {
        return this.equals(UNKNOWN) ? UNKNOWN : new Writes(writes / repeats, bytes / repeats, forces / repeats);
    }
}
