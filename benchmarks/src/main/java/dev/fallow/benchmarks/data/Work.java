package dev.fallow.benchmarks.data;

import dev.fallow.benchmarks.data.library.Codec;
import dev.fallow.benchmarks.data.library.Kind;

/**
 * A row of the tables.
 *
 * @param name unique
 * @param section the table
 * @param more the rest of what has to be known: rows per call, type of numbers, kind of index, kind of rewriting; otherwise
 *     empty
 * @param source the name of the prepared file that is read or copied; empty if there is none
 * @param threads the processors that a JVM sees
 * @param repeats in a lap, for work that takes less than the resolution of the clock
 */
public record Work(
        String name, Section section, Kind kind, Codec codec, String more, String source, int threads, int repeats) {
    /** The tables. */
    public enum Section {
        /** Contiguous elements. */
        CONTIGUOUS("Contiguous"),
        /** Chunks without filters. */
        PLAIN("Chunks without filters"),
        /** Compressed chunks. */
        COMPRESSED("Compressed chunks"),
        /** Types of numbers. */
        NUMBERS("Types of numbers"),
        /** Appending. */
        APPEND("Appending"),
        /** Rewriting. */
        CHURN("Rewriting"),
        /** Many chunks. */
        MANY("Many chunks"),
        /** Files for the others. */
        PREPARATION("Preparation");

        private final String title;

        Section(String title) {
            this.title = title;
        }

        /** The heading. */
        public String title() {
            return title;
        }
    }

    /** Whether the work leaves a file of its own. */
    public boolean writes() {
        return switch (kind) {
            case WRITE_DOUBLES,
                    OVERWRITE_DOUBLES,
                    WRITE_FIELD,
                    WRITE_NUMBERS,
                    APPEND,
                    APPEND_DIRECTLY,
                    CHURN,
                    WRITE_CHUNKS,
                    WRITE_DELETABLE,
                    DELETE -> true;
            default -> false;
        };
    }

    /** Whether the work starts with a copy of the prepared file. */
    public boolean copies() {
        return kind == Kind.DELETE || kind == Kind.OVERWRITE_DOUBLES;
    }

    /** The name of the file that a library writes. */
    public String file(String library) {
        return library + "-" + name + ".h5";
    }
}
