package dev.fallow.api;

import dev.fallow.spark.hadoop.FileVersion;
import dev.fallow.spark.hadoop.HadoopSource;
import dev.fallow.spark.space.Reclaim;
import dev.fallow.spark.space.ReclaimJob;
import dev.fallow.spark.space.ReclaimOptions;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What applications call of this module is recorded as core's API is. Other classes are public because packages of the module, or Spark,
 * use them.
 */
class SparkApiTest {
    @Test
    void theApiIsTheRecordedOne() throws IOException {
        List<String> found = ApiListing.of(List.of(
                HadoopSource.class,
                FileVersion.class,
                Reclaim.class,
                ReclaimJob.class,
                ReclaimOptions.class,
                ReclaimOptions.Action.class));
        RecordedApi.check(
                found,
                "spark.txt",
                "-pl spark -am test -Dtest=SparkApiTest -Dfallow.api=$PWD/spark/src/test/resources/dev/fallow/api");
    }
}
