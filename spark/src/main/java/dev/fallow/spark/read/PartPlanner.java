package dev.fallow.spark.read;

import dev.fallow.ContainerException;
import dev.fallow.Dataset;
import dev.fallow.StorageLayout;
import dev.fallow.spark.hadoop.FileEntry;
import dev.fallow.spark.hadoop.FileListing;
import dev.fallow.spark.hadoop.SparkContexts;
import dev.fallow.spark.read.table.Box;
import dev.fallow.spark.read.table.BoxElements;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Makes partitions of files. Small files are not opened: several are one partition. Large ones are opened and cut; if there
 * are many of them, by tasks. The sizes are those of Spark's own file formats: {@code spark.sql.files.maxPartitionBytes},
 * {@code spark.sql.files.openCostInBytes}, and not more than the bytes for each core.
 *
 * <p>The table of a large file is cut into parts of about the same number of stored bytes, between chunks. Only cells with wanted rows
 * count. Takes memory for each cell with stored chunks.
 *
 * @param partBytes the stored bytes of a part
 */
record PartPlanner(ReadPlan plan, long partBytes) implements Serializable {
    /** The most large files that are opened by the driver itself. */
    private static final int MOST_BY_DRIVER = 8;
    /** A part may be without stored bytes, but not without end: about as many rows as a task reads in a minute. */
    private static final long MOST_ROWS = 1L << 30;
    /** The most parts without stored bytes: a file of a few bytes can declare 2^63 rows. */
    private static final long MOST_PARTS = 100_000;

    /** What is stored of a cell. */
    private static final class Cell {
        private long bytes;
        private long address;
    }

    /** The partitions of a read. Files that are larger than a partition are opened to be cut. */
    static List<Hdf5Partition> partitions(
            ReadPlan plan,
            List<FileEntry> files,
            Configuration configuration,
            Broadcast<SerializableConfiguration> broadcast) {
        SQLConf settings = SparkContexts.session().sessionState().conf();
        long openCost = settings.filesOpenCostInBytes();
        long given = plan.options().partitionBytes();
        int cores = Math.max(1, SparkContexts.context().defaultParallelism());
        long forEachCore = (FileEntry.totalLength(files) + files.size() * openCost) / cores;
        long partBytes =
                given > 0 ? given : Math.min(settings.filesMaxPartitionBytes(), Math.max(openCost, forEachCore));
        List<FileEntry> large = files.stream()
                .filter(each -> each.version().length() > partBytes)
                .toList();
        PartPlanner planner = new PartPlanner(plan, partBytes);
        List<List<Hdf5Partition.FilePart>> cut;
        if (large.size() <= MOST_BY_DRIVER) {
            cut = large.stream().map(each -> planner.parts(each, configuration)).toList();
        } else {
            cut = SparkContexts.context()
                    .parallelize(large, Math.min(large.size(), 1_000))
                    .map(each -> (List<Hdf5Partition.FilePart>) new ArrayList<>(
                            planner.parts(each, broadcast.value().value())))
                    .collect();
        }
        return planner.pack(files, large, cut, openCost);
    }

    /** Packs parts into partitions, in the order of the files. */
    private List<Hdf5Partition> pack(
            List<FileEntry> files, List<FileEntry> large, List<List<Hdf5Partition.FilePart>> cut, long openCost) {
        List<Hdf5Partition> partitions = new ArrayList<>();
        List<Hdf5Partition.FilePart> open = new ArrayList<>();
        long bytes = 0;
        int nextLarge = 0;
        for (FileEntry file : files) {
            boolean isLarge = nextLarge < large.size() && large.get(nextLarge) == file;
            List<Hdf5Partition.FilePart> parts =
                    isLarge ? cut.get(nextLarge++) : List.of(Hdf5Partition.FilePart.whole(file));
            for (Hdf5Partition.FilePart part : parts) {
                if (!open.isEmpty() && bytes + part.bytes() > partBytes) {
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
    private static Hdf5Partition.FilePart withFile(Hdf5Partition.FilePart part, FileEntry file) {
        return new Hdf5Partition.FilePart(file, part.grid(), part.first(), part.end(), part.bytes(), part.hosts());
    }

    /** The parts of a file. A file that cannot be read is one part, whose reader finds out why. */
    List<Hdf5Partition.FilePart> parts(FileEntry file, Configuration configuration) {
        try (OpenTable open = OpenTable.open(file, configuration, plan.options().table(), source -> {})) {
            OpenTable.NeededColumns columns = open.new NeededColumns(plan, file);
            long rowBytes = open.rowBytes(columns.columns());
            PartitionGrid grid = PartitionGrid.of(
                    open.table(), columns.columns(), rowBytes, Math.min(partBytes, plan.wantedBytes(rowBytes)));
            Box within = Restriction.of(open.table(), plan.bounds());
            BoxElements main = open.table().main(columns.columns());
            if (main == null) {
                return cut(file, grid, within, new TreeMap<>(), 0, null);
            }
            Dataset dataset = main.dataset();
            TreeMap<Long, Cell> cells = new TreeMap<>();
            if (dataset.layout() == StorageLayout.CHUNKED) {
                dataset.forEachChunk(chunk -> {
                    long number = grid.number(chunk.offset());
                    if (number >= 0 && number < grid.cells() && grid.next(number, within) == number) {
                        Cell cell = cells.computeIfAbsent(number, key -> new Cell());
                        cell.bytes += chunk.size();
                        cell.address = chunk.address();
                    }
                });
                return cut(file, grid, within, cells, 0, blocks(file, configuration));
            }
            return cut(file, grid, within, cells, dataset.logicalSize() / Math.max(1, grid.cells()), null);
        } catch (ContainerException | IOException e) {
            return List.of(Hdf5Partition.FilePart.whole(file));
        }
    }

    private static BlockLocation[] blocks(FileEntry file, Configuration configuration) throws IOException {
        return file.hosts().isEmpty()
                ? null
                : file.path()
                        .getFileSystem(configuration)
                        .getFileBlockLocations(file.path(), 0, file.version().length());
    }

    /** @param bytesOfOther the bytes of each cell that is not listed */
    private List<Hdf5Partition.FilePart> cut(
            FileEntry file,
            PartitionGrid grid,
            Box within,
            TreeMap<Long, Cell> stored,
            long bytesOfOther,
            BlockLocation[] blocks)
            throws IOException {
        List<Hdf5Partition.FilePart> parts = new ArrayList<>();
        long first = grid.next(0, within);
        if (first < 0) {
            return parts;
        }
        long rowsOfCell = Math.max(1, Box.product(grid.cell()));
        long cellsOfPart = Math.max(1, MOST_ROWS / rowsOfCell);
        if (bytesOfOther > 0) {
            cellsOfPart = Math.max(1, Math.min(cellsOfPart, partBytes / bytesOfOther));
        }
        cellsOfPart = Math.max(cellsOfPart, grid.cells() / MOST_PARTS + 1);
        long bytes = 0;
        long address = 0;
        for (Map.Entry<Long, Cell> each : stored.entrySet()) {
            if (bytes > 0 && bytes + each.getValue().bytes > partBytes) {
                add(parts, file, grid, first, each.getKey(), cellsOfPart, bytes, hosts(file, blocks, address));
                first = each.getKey();
                bytes = 0;
            }
            bytes += each.getValue().bytes;
            address = each.getValue().address;
        }
        add(parts, file, grid, first, grid.cells(), cellsOfPart, bytes, hosts(file, blocks, address));
        parts.removeIf(part -> {
            long next = grid.next(part.first(), within);
            return next < 0 || next >= part.end();
        });
        return parts;
    }

    private static void add(
            List<Hdf5Partition.FilePart> parts,
            FileEntry file,
            PartitionGrid grid,
            long first,
            long end,
            long most,
            long bytes,
            List<String> hosts) {
        long number = (end - first + most - 1) / most;
        for (long from = first; from < end; from += most) {
            parts.add(new Hdf5Partition.FilePart(file, grid, from, Math.min(end, from + most), bytes / number, hosts));
        }
    }

    /** The hosts of the block with this address; those of the start of the file if unknown. */
    private static List<String> hosts(FileEntry file, BlockLocation[] blocks, long address) throws IOException {
        if (blocks != null) {
            for (BlockLocation block : blocks) {
                if (address >= block.getOffset() && address - block.getOffset() < block.getLength()) {
                    return FileListing.hosts(block);
                }
            }
        }
        return file.hosts();
    }

    @Override
    public String toString() {
        return "parts of %d bytes of %s"
                .formatted(partBytes, Arrays.toString(plan.required().fieldNames()));
    }
}
