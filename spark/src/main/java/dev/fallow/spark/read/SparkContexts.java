package dev.fallow.spark.read;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/** What the driver gets from the session of the calling thread. */
final class SparkContexts {
    private SparkContexts() {}

    static SparkSession session() {
        return (SparkSession) org.apache.spark.sql.SparkSession.active();
    }

    static JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(session().sparkContext());
    }

    /** Hadoop's configuration, with the options of the read on top. */
    static Configuration configuration(Map<String, String> options) {
        Configuration configuration = session().sessionState().newHadoopConf();
        options.forEach((name, value) -> {
            if (value != null && !name.equalsIgnoreCase("path") && !name.equalsIgnoreCase("paths")) {
                configuration.set(name, value);
            }
        });
        return configuration;
    }

    static Broadcast<SerializableConfiguration> broadcast(Configuration configuration) {
        return context().broadcast(new SerializableConfiguration(configuration));
    }
}
