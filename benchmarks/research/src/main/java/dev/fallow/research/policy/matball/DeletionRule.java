package dev.fallow.research.policy.matball;

/**
 * When the space of a deleted file is used again if its extent has other files. The paper does not mention deletion:
 * MAP has the last file of an extent as its input, and extents with at least λ free blocks are reused (section II.C).
 * An extent without files is clean under each of these rules.
 */
public enum DeletionRule {
    /** Not before the extent is clean: the next file starts after the last one that the extent ever had. */
    CLEAN_EXTENT("reused when the extent is clean"),

    /** At once, but only what is after the last remaining file. */
    AFTER_LAST_FILE("reused after the last file"),

    /** At once: MAP is applied to each file that is followed by at least λ free blocks. */
    BETWEEN_FILES("reused between files"),

    /**
     * At once: MAP is applied to each file of an extent that has at least λ free blocks in all, which is how the
     * sentence of section II.C counts them. So shorter runs are used, too, also those that no deletion has left.
     */
    EVERYWHERE("reused everywhere");

    private final String label;

    DeletionRule(String label) {
        this.label = label;
    }

    boolean isBetweenFiles() {
        return this == BETWEEN_FILES || this == EVERYWHERE;
    }

    /** The name in tables. */
    public String label() {
        return label;
    }
}
