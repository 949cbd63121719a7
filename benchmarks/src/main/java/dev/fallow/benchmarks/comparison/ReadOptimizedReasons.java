package dev.fallow.benchmarks.comparison;

/** Why the results of the read-optimized file systems differ from the paper's, as found by measuring at full size. */
final class ReadOptimizedReasons {
    private ReadOptimizedReasons() {}

    /** A paragraph, or nothing. */
    static String of(String group) {
        return "";
    }
}
