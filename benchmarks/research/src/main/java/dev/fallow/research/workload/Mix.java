package dev.fallow.research.workload;

/**
 * The mix of operations in a workload. Operations other than extensions are releases or allocations with equal
 * probability.
 *
 * @param label the name in tables
 * @param extendPercent the percentage of operations that extend a block in place
 */
public record Mix(String label, int extendPercent) {
    /** Half releases, half allocations. */
    public static final Mix HALF_AND_HALF = new Mix("half and half", 0);

    /** A fifth of the operations try to extend a block in place. */
    public static final Mix WITH_EXTENSIONS = new Mix("with a fifth extensions", 20);
}
