package dev.fallow.benchmarks.workload;

/**
 * Which operations a workload is made of; what is not an extension is a release or an allocation, each as likely.
 *
 * @param label the name in tables
 * @param extendPercent how many of a hundred operations extend a block in place
 */
public record Mix(String label, int extendPercent) {
    /** Releases and allocations half and half. */
    public static final Mix HALF_AND_HALF = new Mix("half and half", 0);

    /** A fifth of the operations ask whether a block can be extended in place. */
    public static final Mix WITH_EXTENSIONS = new Mix("with a fifth extensions", 20);
}
