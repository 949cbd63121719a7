package dev.fallow.spark.hadoop;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.UnsupportedFeatureException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Releases of Spark with other interfaces are refused by name. */
class RefusedReleasesTest {
    @ParameterizedTest
    @ValueSource(strings = {"4.0.0", "4.0.2", "4.1.2", "4.2.0", "4.3.0-SNAPSHOT"})
    void sparkFourIsKnown(String release) {
        assertThatCode(() -> SparkRelease.check(release)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5.6", "5.0.0", "40.1"})
    void othersAreNamed(String release) {
        assertThatThrownBy(() -> SparkRelease.check(release))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessage("fallow-spark works with Spark 4.0, 4.1 and 4.2, found Spark " + release);
    }
}
