package dev.fallow.spark.read;

import dev.fallow.ContainerException;
import dev.fallow.Dataset;
import dev.fallow.options.StorageLayout;
import dev.fallow.spark.hadoop.FileEntry;
import dev.fallow.spark.hadoop.FileListing;
import dev.fallow.spark.read.element.Box;
import dev.fallow.spark.read.element.BoxElements;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;

/**
 * Cuts the table of a large file into parts of about the same number of stored bytes, between chunks. Only cells with wanted rows
 * count. Takes memory for each cell with stored chunks.
 *
 * @param plan what is read
 * @param partBytes the stored bytes of a part
 */
record PartPlanner(ReadPlan plan, long partBytes) implements Serializable {
    /** A part may be without stored bytes, but not without end: about as many rows as a task reads in a minute. */
    private static final long MOST_ROWS = 1L << 30;
    /** The most parts without stored bytes: a file of a few bytes can declare 2^63 rows. */
    private static final long MOST_PARTS = 100_000;

    /** What is stored of a cell. */
    private static final class Cell {
        private long bytes;
        private long address;
    }

    /** The parts of a file. A file that cannot be read is one part, whose reader finds out why. */
    List<FilePart> parts(FileEntry file, Configuration configuration) {
        try (OpenTable open = OpenTable.open(file, configuration, plan.options().table(), source -> {})) {
            NeededColumns columns = new NeededColumns(plan, open, file);
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
            return cut(file, grid, within, cells, dataset.storageSize() / Math.max(1, grid.cells()), null);
        } catch (ContainerException | IOException e) {
            return List.of(FilePart.whole(file));
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
    private List<FilePart> cut(
            FileEntry file,
            PartitionGrid grid,
            Box within,
            TreeMap<Long, Cell> stored,
            long bytesOfOther,
            BlockLocation[] blocks)
            throws IOException {
        List<FilePart> parts = new ArrayList<>();
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
            List<FilePart> parts,
            FileEntry file,
            PartitionGrid grid,
            long first,
            long end,
            long most,
            long bytes,
            List<String> hosts) {
        long number = (end - first + most - 1) / most;
        for (long from = first; from < end; from += most) {
            parts.add(new FilePart(file, grid, from, Math.min(end, from + most), bytes / number, hosts));
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
