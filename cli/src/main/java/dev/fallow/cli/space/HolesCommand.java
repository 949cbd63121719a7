package dev.fallow.cli.space;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.FileVerb;
import dev.fallow.cli.shell.Opening;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.text.ByteCount;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.value.NameText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

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
public final class HolesCommand extends FileVerb.Reporting {
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
            converter = ByteCount.class,
            description = "Runs shorter than this are small. Default: 4096.")
    private long small = 4_096;

    @Override
    public Integer call() throws IOException {
        if (largest < 0 || largest > MOST_LARGEST) {
            throw new ParameterException(
                    spec.commandLine(), "--largest: expected 0 to %d, found %d".formatted(MOST_LARGEST, largest));
        }
        HoleSizes sizes = new HoleSizes(largest);
        SpaceBreakdown found;
        List<FreeSection> runs;
        Neighbours neighbours;
        try (ContainerFile container = Opening.reading(spec, file)) {
            found = container.spaceBreakdown(sizes);
            runs = sizes.largestRuns();
            neighbours = new Neighbours(runs);
            if (!runs.isEmpty()) {
                container.spaceBreakdown(neighbours);
            }
        }
        sizes.sort();
        print("holes/1", generator -> writeJson(generator, found, sizes, runs, neighbours), out -> {
            print(out, found, sizes);
            printRuns(out, runs, neighbours);
            if (!found.findings().isEmpty()) {
                out.printf(
                        "Something may be missing: fallow space prints %,d finding(s)%n",
                        found.findings().size());
            }
        });
        return found.findings().isEmpty() ? ExitCode.OK : ExitCode.FINDINGS;
    }

    private void print(PrintWriter out, SpaceBreakdown found, HoleSizes sizes) {
        printTotal(out, "file", found.fileBytes(), -1);
        printTotal(out, "tracked", sizes.total() - sizes.untrackedBytes(), sizes.count() - sizes.untracked());
        printTotal(out, "untracked", sizes.untrackedBytes(), sizes.untracked());
        if (sizes.count() == 0) {
            return;
        }
        out.printf("%n%18s %8s %15s%n", "bytes, at least", "runs", "bytes");
        int bar = Screen.width() - BEFORE_BAR - 3;
        for (int bin = sizes.firstBin(); bin <= sizes.lastBin(); bin++) {
            out.println(String.format(
                            Locale.ROOT,
                            "%,18d %,8d %,15d %s",
                            1L << bin,
                            sizes.runs(bin),
                            sizes.bytes(bin),
                            Window.bar(sizes.bytes(bin), sizes.total(), bar))
                    .stripTrailing());
        }
        out.printf(
                Locale.ROOT,
                "%nlargest %,d, median %,d; half of the bytes in runs of at least %,d%n",
                sizes.largest(),
                sizes.median(),
                sizes.halfOfBytes());
        out.printf(
                Locale.ROOT,
                "fragmentation %.3f; small: %.1f %% of the bytes in runs shorter than %,d%n",
                sizes.fragmentation(),
                Window.percent(sizes.bytesBelow(small), sizes.total()),
                small);
    }

    private static void printTotal(PrintWriter out, String what, long bytes, long runs) {
        out.printf(
                Locale.ROOT,
                "%-12s %,19d bytes%s%n",
                what,
                bytes,
                runs < 0 ? "" : String.format(Locale.ROOT, " in %,d run%s", runs, runs == 1 ? "" : "s"));
    }

    private static void printRuns(PrintWriter out, List<FreeSection> runs, Neighbours neighbours) {
        if (!runs.isEmpty()) {
            out.println();
        }
        for (int i = 0; i < runs.size(); i++) {
            FreeSection run = runs.get(i);
            out.printf(
                    Locale.ROOT,
                    "%,d bytes at %,d (%s)%n",
                    run.size(),
                    run.address(),
                    run.type().label());
            printNeighbour(out, "after", neighbours.before(i), neighbours, "the start of the file");
            printNeighbour(out, "before", neighbours.after(i), neighbours, "the end of the file");
        }
    }

    private static void printNeighbour(
            PrintWriter out, String where, Neighbours.Neighbour neighbour, HolderTree tree, String none) {
        String text = none;
        if (neighbour != null) {
            String path = tree.path(neighbour.holder());
            text = neighbour.use().label()
                    + (path == null
                            ? ""
                            : " of "
                                    + Window.start(
                                            NameText.printable(path),
                                            Screen.width()
                                                    - BEFORE_NAME
                                                    - 4
                                                    - neighbour.use().label().length()));
        }
        out.printf("    %-7s %s%n", where, text);
    }

    private void writeJson(
            JsonGenerator generator,
            SpaceBreakdown found,
            HoleSizes sizes,
            List<FreeSection> runs,
            Neighbours neighbours)
            throws IOException {
        generator.writeNumberField("fileBytes", found.fileBytes());
        generator.writeNumberField("runs", sizes.count());
        generator.writeNumberField("bytes", sizes.total());
        generator.writeNumberField("untrackedRuns", sizes.untracked());
        generator.writeNumberField("untrackedBytes", sizes.untrackedBytes());
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
            generator.writeNumberField("runs", sizes.runs(bin));
            generator.writeNumberField("bytes", sizes.bytes(bin));
            generator.writeEndObject();
        }
        generator.writeEndArray();
        generator.writeArrayFieldStart("largestRuns");
        for (int i = 0; i < runs.size(); i++) {
            generator.writeStartObject();
            generator.writeStringField("type", runs.get(i).type().label());
            generator.writeNumberField("address", runs.get(i).address());
            generator.writeNumberField("size", runs.get(i).size());
            writeNeighbour(generator, "before", neighbours.before(i), neighbours);
            writeNeighbour(generator, "after", neighbours.after(i), neighbours);
            generator.writeEndObject();
        }
        generator.writeEndArray();
        generator.writeNumberField("findings", found.findings().size());
    }

    private static void writeNeighbour(
            JsonGenerator generator, String where, Neighbours.Neighbour neighbour, HolderTree tree) throws IOException {
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
}
