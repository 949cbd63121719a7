package dev.fallow.research.comparison.verdict;

import java.util.Arrays;

/** The designs of the papers and of this project. Each has one or more configurations in the tournament. */
enum Design {
    ORDERED("ordered", "this project", true, false),
    SIZE_BINS("size bins", "Choi et al.", true, false),
    LINKED_LIST("linked list", "Choi et al., the list before", true, false),
    BITMAP("bitmap", "Burns and Hineman, with this project's summaries", true, true),
    PMFLF("PMFLF", "Iyengar, Jin and Challenger", true, true),
    BINARY_BUDDY("binary buddy", "Seltzer and Stonebraker, section 4.1", false, false),
    RESTRICTED_BUDDY("restricted buddy", "Seltzer and Stonebraker, section 4.2", false, false),
    EXTENTS("extents", "Seltzer and Stonebraker, section 4.3", false, false),
    FIXED("fixed", "Seltzer and Stonebraker, section 5", false, true),
    MATBALL("MatBall", "No and Park", false, false);

    /** The rule of three designs. */
    static final String EXACT_BEST_FIT = "exact best fit";

    private final String label;
    private final String source;
    private final boolean whole;
    private final boolean written;

    /**
     * @param whole whether each block is in one piece
     * @param written whether the authors describe metadata on disk that is right after each operation
     */
    Design(String label, String source, boolean whole, boolean written) {
        this.label = label;
        this.source = source;
        this.whole = whole;
        this.written = written;
    }

    /** The design of a configuration. */
    static Design of(String configuration) {
        return Arrays.stream(values())
                .filter(design -> configuration.startsWith(design.label)
                        || design == EXTENTS && configuration.matches("(first|best) fit, .*"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the design of " + configuration + " is unknown"));
    }

    String label() {
        return label;
    }

    /** What designs with the same rule, and nearly the same addresses, are called together. */
    String rule() {
        return this == ORDERED || this == SIZE_BINS || this == LINKED_LIST ? EXACT_BEST_FIT : label;
    }

    String source() {
        return source;
    }

    boolean isWhole() {
        return whole;
    }

    boolean isWritten() {
        return written;
    }
}
