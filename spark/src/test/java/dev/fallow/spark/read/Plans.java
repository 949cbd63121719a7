package dev.fallow.spark.read;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import scala.jdk.javaapi.CollectionConverters;

/** What Spark plans and measures. */
final class Plans {
    private Plans() {}

    /** The scan of a query, which has run if its metrics are asked for. */
    static BatchScanExec scan(SparkPlan plan) {
        SparkPlan root = plan instanceof AdaptiveSparkPlanExec adaptive ? adaptive.executedPlan() : plan;
        for (SparkPlan leaf : CollectionConverters.asJava(root.collectLeaves())) {
            if (leaf instanceof BatchScanExec scan) {
                return scan;
            } else if (leaf instanceof QueryStageExec stage) {
                return scan(stage.plan());
            }
        }
        throw new AssertionError("no scan in " + root);
    }

    static List<Hdf5Partition> partitions(SparkPlan plan) {
        List<Hdf5Partition> partitions = new ArrayList<>();
        CollectionConverters.asJava(scan(plan).inputPartitions()).forEach(each -> partitions.add((Hdf5Partition) each));
        return partitions;
    }

    /** A metric of the scan of a query that has run. */
    static long metric(Dataset<Row> query, String name) {
        return scan(query.queryExecution().executedPlan()).metrics().apply(name).value();
    }
}
