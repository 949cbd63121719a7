package dev.fallow.spark.hadoop;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/** What the driver gets from the session of the calling thread. */
public final class SparkContexts {
    private SparkContexts() {}

    /** The session. */
    public static SparkSession session() {
        return (SparkSession) org.apache.spark.sql.SparkSession.active();
    }

    /** Its context. */
    public static JavaSparkContext context() {
        return JavaSparkContext.fromSparkContext(session().sparkContext());
    }

    /** Hadoop's configuration, with the options of the read on top. */
    public static Configuration configuration(Map<String, String> options) {
        Configuration configuration = session().sessionState().newHadoopConf();
        options.forEach((name, value) -> {
            if (value != null && !name.equalsIgnoreCase("path") && !name.equalsIgnoreCase("paths")) {
                configuration.set(name, value);
            }
        });
        return configuration;
    }

    /** What the tasks get of a configuration. */
    public static Broadcast<SerializableConfiguration> broadcast(Configuration configuration) {
        return context().broadcast(new SerializableConfiguration(configuration));
    }
}
