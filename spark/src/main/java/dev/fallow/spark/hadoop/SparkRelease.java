package dev.fallow.spark.hadoop;

import dev.fallow.UnsupportedFeatureException;

/** The release of Spark that runs. Those that begin with 4 are known; the script {@code releases.sh} tries them. */
public final class SparkRelease {
    private static final String KNOWN = "4.";

    private SparkRelease() {}

    /**
     * Refuses a release whose interfaces differ: a query would fail later, with the name of a method that is missing.
     *
     * @throws UnsupportedFeatureException if the release is not one of Spark 4
     */
    public static void check() {
        check(org.apache.spark.package$.MODULE$.SPARK_VERSION());
    }

    static void check(String release) {
        if (!release.startsWith(KNOWN)) {
            throw new UnsupportedFeatureException(
                    "fallow-spark works with Spark 4.0, 4.1 and 4.2, found Spark " + release);
        }
    }
}
