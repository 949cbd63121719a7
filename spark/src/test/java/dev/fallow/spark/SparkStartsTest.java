package dev.fallow.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class SparkStartsTest {
    @Test
    void starts() throws Exception {
        try (SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", false)
                .getOrCreate()) {
            assertThat(spark.range(100).filter("id > 5").count()).isEqualTo(94);
        }
    }
}
