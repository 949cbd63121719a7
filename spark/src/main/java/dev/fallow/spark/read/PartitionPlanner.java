package dev.fallow.spark.read;

import dev.fallow.spark.hadoop.FileEntry;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Makes partitions of files. Small files are not opened: several are one partition. Large ones are opened and cut; if there
 * are many of them, by tasks. The sizes are those of Spark's own file formats: {@code spark.sql.files.maxPartitionBytes},
 * {@code spark.sql.files.openCostInBytes}, and not more than the bytes for each core.
 */
final class PartitionPlanner {
    /** As many large files are opened by the driver itself. */
    private static final int MOST_BY_DRIVER = 8;

    private final ReadPlan plan;
    private final Files files;
    private final long openCost;
    private final long partitionBytes;

    PartitionPlanner(ReadPlan plan, Files files) {
        this.plan = plan;
        this.files = files;
        SparkSession session = SparkContexts.session();
        openCost = session.sessionState().conf().filesOpenCostInBytes();
        long given = plan.options().partitionBytes();
        long most = given > 0 ? given : session.sessionState().conf().filesMaxPartitionBytes();
        int cores = Math.max(1, SparkContexts.context().defaultParallelism());
        long forEachCore = (files.bytes() + files.entries().size() * openCost) / cores;
        partitionBytes = given > 0 ? given : Math.min(most, Math.max(openCost, forEachCore));
    }

    List<Hdf5Partition> partitions(Configuration configuration, Broadcast<SerializableConfiguration> broadcast) {
        List<FileEntry> large = files.entries().stream()
                .filter(each -> each.version().length() > partitionBytes)
                .toList();
        PartPlanner planner = new PartPlanner(plan, partitionBytes);
        List<List<FilePart>> cut;
        if (large.size() <= MOST_BY_DRIVER) {
            cut = large.stream().map(each -> planner.parts(each, configuration)).toList();
        } else {
            cut = SparkContexts.context()
                    .parallelize(large, Math.min(large.size(), 1_000))
                    .map(each -> (List<FilePart>) new ArrayList<>(
                            planner.parts(each, broadcast.value().value())))
                    .collect();
        }
        return pack(large, cut);
    }

    /** Packs parts into partitions, in the order of the files. */
    private List<Hdf5Partition> pack(List<FileEntry> large, List<List<FilePart>> cut) {
        List<Hdf5Partition> partitions = new ArrayList<>();
        List<FilePart> open = new ArrayList<>();
        long bytes = 0;
        int nextLarge = 0;
        for (FileEntry file : files.entries()) {
            List<FilePart> parts;
            if (nextLarge < large.size() && large.get(nextLarge) == file) {
                parts = cut.get(nextLarge++);
            } else {
                parts = List.of(FilePart.whole(file));
            }
            for (FilePart part : parts) {
                if (!open.isEmpty() && bytes + part.bytes() > partitionBytes) {
                    partitions.add(new Hdf5Partition(new ArrayList<>(open)));
                    open.clear();
                    bytes = 0;
                }
                open.add(part.grid() == null ? part : withFile(part, file));
                bytes += part.bytes() + openCost;
            }
        }
        if (!open.isEmpty()) {
            partitions.add(new Hdf5Partition(new ArrayList<>(open)));
        }
        return partitions;
    }

    /** With the entry of the listing, instead of a copy that came back from a task. */
    private static FilePart withFile(FilePart part, FileEntry file) {
        return new FilePart(file, part.grid(), part.first(), part.end(), part.bytes(), part.hosts());
    }
}
