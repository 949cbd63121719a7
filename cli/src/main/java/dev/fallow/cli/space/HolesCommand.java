package dev.fallow.cli.space;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.NameText;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.Units;
import dev.fallow.cli.shell.Verb;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceItem.Block;
import dev.fallow.report.SpaceUse;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fallow holes}: the runs of a file that are not in use. */
@Command(
        name = "holes",
        description = {
            "Shows the free runs of a file by size.",
            "They are the sections of the free-space managers, and the runs that no manager tracks.",
            "median: at least half of the runs are at most so long.",
            "half of the bytes: they are in runs that are at least so long.",
            "fragmentation: 1 - largest / all. It is 0 if all free bytes are in one run.",
            "small: the share of the free bytes that is in runs shorter than --small."
        })
public final class HolesCommand extends Verb.Reporting {
    /** What a table of a damaged file ends with. */
    static final String MISSING = "Something may be missing: fallow space prints %,d finding(s)";

    private static final int DEFAULT_LARGEST = 5;
    private static final int MOST_LARGEST = 1_000;
    /** The width of a line without its last column. */
    private static final int BEFORE_BAR = 42;

    private static final int BEFORE_NAME = 12;

    @Option(names = "--largest", paramLabel = "N", description = "Number of runs shown with neighbours. Default: 5.")
    private int largest = DEFAULT_LARGEST;

    @Option(
            names = "--small",
            paramLabel = "BYTES",
            converter = Units.class,
            description = "Runs shorter than this are small. Default: 4096.")
    private long small = 4_096;

    @Override
    public Integer call() throws IOException {
        if (largest < 0 || largest > MOST_LARGEST) {
            throw wrong("--largest: expected 0 to %d, found %d".formatted(MOST_LARGEST, largest));
        }
        HoleSizes sizes = new HoleSizes(largest);
        SpaceBreakdown found;
        List<FreeSection> runs;
        Neighbours neighbours;
        try (ContainerFile container = read()) {
            found = container.spaceBreakdown(sizes);
            runs = sizes.largestRuns();
            neighbours = new Neighbours(runs);
            if (!runs.isEmpty()) {
                container.spaceBreakdown(neighbours);
            }
        }
        sizes.sort();
        print("holes/1", generator -> writeJson(generator, found, sizes, runs, neighbours), out -> {
            print(found, sizes);
            printRuns(runs, neighbours);
            if (!found.findings().isEmpty()) {
                line(MISSING, found.findings().size());
            }
        });
        return found.findings().isEmpty() ? ExitCode.OK : ExitCode.FINDINGS;
    }

    private void print(SpaceBreakdown found, HoleSizes sizes) {
        printTotal("file", found.fileBytes(), -1);
        printTotal("tracked", sizes.total - sizes.untrackedBytes, sizes.count - sizes.untracked);
        printTotal("untracked", sizes.untrackedBytes, sizes.untracked);
        if (sizes.count == 0) {
            return;
        }
        line("%n%18s %8s %15s", "bytes, at least", "runs", "bytes");
        for (int bin = sizes.firstBin(); bin <= sizes.lastBin(); bin++) {
            long bytes = sizes.bytes[bin];
            String bar = Screen.bar(bytes, sizes.total, Screen.width() - BEFORE_BAR - 3);
            line("%,18d %,8d %,15d %s", 1L << bin, sizes.runs[bin], bytes, bar);
        }
        String largest = "%nlargest %,d, median %,d; half of the bytes in runs of at least %,d";
        line(largest, sizes.largest(), sizes.median(), sizes.halfOfBytes());
        double percent = Screen.percent(sizes.bytesBelow(small), sizes.total);
        String shares = "fragmentation %.3f; small: %.1f %% of the bytes in runs shorter than %,d";
        line(shares, sizes.fragmentation(), percent, small);
    }

    private void printTotal(String what, long bytes, long runs) {
        String in = runs < 0 ? "" : String.format(Locale.ROOT, " in %,d run%s", runs, runs == 1 ? "" : "s");
        line("%-12s %,19d bytes%s", what, bytes, in);
    }

    private void printRuns(List<FreeSection> runs, Neighbours neighbours) {
        if (!runs.isEmpty()) {
            out().println();
        }
        for (FreeSection run : runs) {
            line("%,d bytes at %,d (%s)", run.size(), run.address(), run.type().label());
            printNeighbour("after", neighbours.before(run), neighbours, "the start of the file");
            printNeighbour("before", neighbours.after(run), neighbours, "the end of the file");
        }
    }

    private void printNeighbour(String where, Neighbour neighbour, HolderTree tree, String none) {
        String text = none;
        if (neighbour != null) {
            text = neighbour.use.label();
            String path = tree.path(neighbour.holder);
            int room = Screen.width() - BEFORE_NAME - 4 - text.length();
            text += path == null ? "" : " of " + Screen.start(NameText.printable(path), room);
        }
        out().printf("    %-7s %s%n", where, text);
    }

    private void writeJson(
            JsonGenerator generator,
            SpaceBreakdown found,
            HoleSizes sizes,
            List<FreeSection> runs,
            Neighbours neighbours)
            throws IOException {
        generator.writeNumberField("fileBytes", found.fileBytes());
        generator.writeNumberField("runs", sizes.count);
        generator.writeNumberField("bytes", sizes.total);
        generator.writeNumberField("untrackedRuns", sizes.untracked);
        generator.writeNumberField("untrackedBytes", sizes.untrackedBytes);
        generator.writeNumberField("largest", sizes.largest());
        generator.writeNumberField("median", sizes.median());
        generator.writeNumberField("halfOfBytes", sizes.halfOfBytes());
        generator.writeNumberField("fragmentation", sizes.fragmentation());
        generator.writeNumberField("smallLimit", small);
        generator.writeNumberField("smallBytes", sizes.bytesBelow(small));
        generator.writeArrayFieldStart("sizes");
        for (int bin = sizes.firstBin(); bin <= sizes.lastBin(); bin++) {
            generator.writeStartObject();
            generator.writeNumberField("from", 1L << bin);
            generator.writeNumberField("runs", sizes.runs[bin]);
            generator.writeNumberField("bytes", sizes.bytes[bin]);
            generator.writeEndObject();
        }
        generator.writeEndArray();
        Json.array(generator, "largestRuns", runs, run -> {
            Json.section(generator, run);
            writeNeighbour(generator, "before", neighbours.before(run), neighbours);
            writeNeighbour(generator, "after", neighbours.after(run), neighbours);
        });
        generator.writeNumberField("findings", found.findings().size());
    }

    private static void writeNeighbour(JsonGenerator generator, String where, Neighbour neighbour, HolderTree tree)
            throws IOException {
        if (neighbour == null) {
            return;
        }
        generator.writeObjectFieldStart(where);
        generator.writeStringField("use", neighbour.use().label());
        if (neighbour.holder() != HolderTree.NOBODY) {
            generator.writeStringField("path", tree.path(neighbour.holder()));
        }
        generator.writeEndObject();
    }

    /** The sizes of the runs that are not in use: 8 bytes for each run. */
    static final class HoleSizes implements Consumer<SpaceItem> {
        private static final Comparator<FreeSection> SMALLEST_FIRST = Comparator.comparingLong(FreeSection::size)
                .thenComparing(FreeSection::address, Comparator.reverseOrder());

        private final int most;
        private final PriorityQueue<FreeSection> largest = new PriorityQueue<>(SMALLEST_FIRST);
        /** The number of runs of 2^bin bytes and more, below 2^(bin + 1), and their bytes. */
        final long[] runs = new long[Long.SIZE];

        final long[] bytes = new long[Long.SIZE];
        private long[] sizes = new long[16];
        private int count;
        private long total;
        private long untracked;
        private long untrackedBytes;

        /** @param most the number of runs that are kept, the largest ones */
        HoleSizes(int most) {
            this.most = most;
        }

        @Override
        public void accept(SpaceItem item) {
            if (item instanceof FreeSection run) {
                add(run);
            }
        }

        private void add(FreeSection run) {
            if (count == sizes.length) {
                sizes = Arrays.copyOf(sizes, count + count / 2);
            }
            sizes[count++] = run.size();
            total += run.size();
            int bin = bin(run.size());
            runs[bin]++;
            bytes[bin] += run.size();
            if (run.type() == FreeSection.Type.UNTRACKED) {
                untracked++;
                untrackedBytes += run.size();
            }
            largest.add(run);
            if (largest.size() > most) {
                largest.remove();
            }
        }

        private static int bin(long size) {
            return Long.SIZE - 1 - Long.numberOfLeadingZeros(size);
        }

        /** To be called after the walk. */
        void sort() {
            Arrays.sort(sizes, 0, count);
        }

        int firstBin() {
            return count == 0 ? 0 : bin(sizes[0]);
        }

        int lastBin() {
            return count == 0 ? -1 : bin(sizes[count - 1]);
        }

        long largest() {
            return count == 0 ? 0 : sizes[count - 1];
        }

        /** A size that at least half of the runs do not exceed: the lower one of the two in the middle. */
        long median() {
            return count == 0 ? 0 : sizes[(count - 1) / 2];
        }

        /** The size such that the runs of at least this size have at least half of the bytes. */
        long halfOfBytes() {
            long sum = 0;
            int at = count;
            while (at > 0 && sum < total - sum) {
                sum += sizes[--at];
            }
            return count == 0 ? 0 : sizes[Math.min(at, count - 1)];
        }

        /** 1 - largest / total: 0 if all is in one run. */
        double fragmentation() {
            return total == 0 ? 0 : 1 - (double) largest() / total;
        }

        /** The bytes in runs shorter than a limit. */
        long bytesBelow(long limit) {
            long sum = 0;
            for (int i = 0; i < count && sizes[i] < limit; i++) {
                sum += sizes[i];
            }
            return sum;
        }

        /** The largest runs, the largest first. */
        List<FreeSection> largestRuns() {
            return largest.stream().sorted(SMALLEST_FIRST.reversed()).toList();
        }
    }

    /** What is beside a run, and the number of the object that it belongs to, or {@link HolderTree#NOBODY}. */
    private record Neighbour(SpaceUse use, int holder) {}

    /** Finds the blocks directly before and after some runs. */
    private static final class Neighbours extends HolderTree {
        /** By the start of a run: what is before it; null at the start of the file. */
        private final Map<Long, Neighbour> before = new HashMap<>();
        /** By the end of a run: what is after it; null at the end of the file. */
        private final Map<Long, Neighbour> after = new HashMap<>();

        /** @param runs whose neighbours are to be found */
        Neighbours(List<FreeSection> runs) {
            for (FreeSection run : runs) {
                before.put(run.address(), null);
                after.put(end(run), null);
            }
        }

        private static long end(FreeSection run) {
            return run.address() + run.size();
        }

        Neighbour before(FreeSection run) {
            return before.get(run.address());
        }

        Neighbour after(FreeSection run) {
            return after.get(end(run));
        }

        @Override
        public void accept(SpaceItem item) {
            super.accept(item);
            if (item instanceof Block block) {
                found(block.address(), block.size(), new Neighbour(block.use(), block.holder()));
            } else if (item instanceof FreeSection run) {
                found(run.address(), run.size(), new Neighbour(SpaceUse.of(run.type()), NOBODY));
            }
        }

        private void found(long address, long size, Neighbour neighbour) {
            after.replace(address, neighbour);
            before.replace(address + size, neighbour);
        }
    }
}
