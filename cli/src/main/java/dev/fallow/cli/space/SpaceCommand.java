package dev.fallow.cli.space;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.FileVerb;
import dev.fallow.cli.shell.Opening;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.text.Colour;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceUse;
import dev.fallow.value.NameText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fallow space}: accounts for every byte of a file by what it is used for. */
@Command(
        name = "space",
        description = {
            "Accounts for every byte of a file.",
            "The classes add up to its length. Compact links and attributes are inside object headers.",
            "In global heaps, live bytes are held by elements, dead ones by nobody, slack is unused.",
            "Untracked bytes are neither reachable nor in a free-space manager: fallow reclaim."
        })
public final class SpaceCommand extends FileVerb.Reporting {
    private static final int GROUPS = 10;
    private static final int FINDINGS = 4;
    /** The width of everything on a line except the bar. */
    private static final int LABELS = 45;

    @Option(names = "--sections", description = "Print every run that is not in use, before the totals.")
    private boolean sections;

    /** The tree, and the sections by type; passes the runs on. */
    private static final class Runs extends HolderTree {
        private final Consumer<FreeSection> each;

        Runs(Consumer<FreeSection> each) {
            this.each = each;
        }

        @Override
        public void unused(FreeSection run) {
            each.accept(run);
        }
    }

    @Override
    public Integer call() throws IOException {
        try (ContainerFile container = Opening.reading(spec, file)) {
            SpaceBreakdown[] found = new SpaceBreakdown[1];
            print(
                    "space/1",
                    generator -> found[0] = printJson(generator, container),
                    out -> found[0] = print(out, container));
            return found[0].findings().isEmpty() ? ExitCode.OK : ExitCode.FINDINGS;
        }
    }

    private SpaceBreakdown print(PrintWriter out, ContainerFile container) {
        if (sections) {
            out.printf("%-13s %16s %16s%n", "type", "address", "size");
        }
        Runs runs = new Runs(run -> {
            if (sections) {
                out.printf(Locale.ROOT, "%-13s %16d %16d%n", run.type().label(), run.address(), run.size());
            }
        });
        SpaceBreakdown found = container.spaceBreakdown(runs);
        runs.addUp();
        if (sections) {
            out.println();
        }
        printClasses(out, found);
        printGroups(out, found, runs);
        printManagers(out, found);
        printFindings(out, found.findings());
        return found;
    }

    private static void printClasses(PrintWriter out, SpaceBreakdown found) {
        int bar = Screen.width() - LABELS;
        out.printf(
                Locale.ROOT,
                "%-15s %,19d bytes  %,d object%s%n%n",
                "file",
                found.fileBytes(),
                found.objects(),
                found.objects() == 1 ? "" : "s");
        for (SpaceBreakdown.Amount amount : found.amounts()) {
            if (amount.bytes() > 0) {
                printLine(out, amount.use().label(), amount.bytes(), found.fileBytes(), bar);
            }
        }
        out.println();
        for (SpaceUse.State state : SpaceUse.State.values()) {
            printLine(out, state.name().toLowerCase(Locale.ROOT), found.bytes(state), found.fileBytes(), bar);
        }
    }

    private static void printLine(PrintWriter out, String label, long bytes, long whole, int bar) {
        out.println(String.format(
                        Locale.ROOT,
                        "%-15s %,19d %6.2f %% %s",
                        label,
                        bytes,
                        Window.percent(bytes, whole),
                        Colour.BLUE.on(Window.bar(bytes, whole, bar)))
                .stripTrailing());
    }

    private static void printGroups(PrintWriter out, SpaceBreakdown found, HolderTree tree) {
        int width = Screen.width();
        int bar = (width - 30) / 3;
        out.printf("%nlargest groups        bytes, with everything below%n");
        for (int group : tree.largestGroups(GROUPS)) {
            out.println(String.format(
                            Locale.ROOT,
                            "%,20d %6.2f %% [%-" + bar + "s] %s",
                            tree.held(group),
                            Window.percent(tree.held(group), found.fileBytes()),
                            Window.bar(tree.held(group), found.fileBytes(), bar),
                            Window.start(NameText.printable(tree.path(group)), width - bar - 33))
                    .stripTrailing());
        }
    }

    private static void printManagers(PrintWriter out, SpaceBreakdown found) {
        if (found.managers().isEmpty()) {
            out.printf("%nThe file stores no free-space managers.%n");
            if (found.allocatedBytes() == found.fileBytes()) {
                return;
            }
        }
        out.printf("%n%-16s %10s %16s %10s %16s%n", "", "sections", "bytes, stored", "sections", "bytes, found");
        for (FreeSection.Type type :
                List.of(FreeSection.Type.METADATA, FreeSection.Type.RAW_DATA, FreeSection.Type.LARGE)) {
            long[] stored = stored(found, type);
            SpaceBreakdown.Amount amount = found.amount(SpaceUse.of(type));
            if (stored[0] > 0 || amount.count() > 0) {
                out.printf(
                        Locale.ROOT,
                        "%-16s %,10d %,16d %,10d %,16d%s%n",
                        type.label(),
                        stored[0],
                        stored[1],
                        amount.count(),
                        amount.bytes(),
                        stored[0] == amount.count() && stored[1] == amount.bytes() ? "" : "  !");
            }
        }
        out.printf(
                Locale.ROOT,
                "%-16s %27s %27s%s%n",
                "end of the file",
                String.format(Locale.ROOT, "%,d", found.allocatedBytes()),
                String.format(Locale.ROOT, "%,d", found.fileBytes()),
                found.allocatedBytes() == found.fileBytes() ? "" : "  !");
    }

    /** The number of sections and bytes that the managers of a type have according to the file. */
    private static long[] stored(SpaceBreakdown found, FreeSection.Type type) {
        long[] stored = new long[2];
        for (SpaceBreakdown.Manager manager : found.managers()) {
            if (manager.type() == type) {
                stored[0] += manager.sections();
                stored[1] += manager.bytes();
            }
        }
        return stored;
    }

    private static void printFindings(PrintWriter out, List<String> findings) {
        if (!findings.isEmpty()) {
            out.println();
        }
        findings.stream().limit(FINDINGS).forEach(finding -> out.println("finding: " + finding));
        if (findings.size() > FINDINGS) {
            out.printf("... and %,d more findings: fallow space --json prints them%n", findings.size() - FINDINGS);
        }
    }

    private SpaceBreakdown printJson(JsonGenerator generator, ContainerFile container) throws IOException {
        if (sections) {
            generator.writeArrayFieldStart("sections");
        }
        Runs runs = new Runs(run -> {
            if (sections) {
                try {
                    writeRun(generator, run);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        SpaceBreakdown found = container.spaceBreakdown(runs);
        runs.addUp();
        if (sections) {
            generator.writeEndArray();
        }
        generator.writeNumberField("fileBytes", found.fileBytes());
        generator.writeNumberField("allocatedBytes", found.allocatedBytes());
        generator.writeNumberField("objects", found.objects());
        generator.writeNumberField("liveBytes", found.bytes(SpaceUse.State.LIVE));
        generator.writeNumberField("freeBytes", found.bytes(SpaceUse.State.FREE));
        generator.writeNumberField("untrackedBytes", found.bytes(SpaceUse.State.UNTRACKED));
        writeUses(generator, found);
        writeGroups(generator, runs);
        writeManagers(generator, found);
        generator.writeNumberField("quarantinedSections", found.quarantined());
        generator.writeArrayFieldStart("findings");
        for (String finding : found.findings()) {
            generator.writeString(finding);
        }
        generator.writeEndArray();
        return found;
    }

    private static void writeRun(JsonGenerator generator, FreeSection run) throws IOException {
        generator.writeStartObject();
        generator.writeStringField("type", run.type().label());
        generator.writeNumberField("address", run.address());
        generator.writeNumberField("size", run.size());
        generator.writeEndObject();
    }

    private static void writeUses(JsonGenerator generator, SpaceBreakdown found) throws IOException {
        generator.writeArrayFieldStart("uses");
        for (SpaceBreakdown.Amount amount : found.amounts()) {
            generator.writeStartObject();
            generator.writeStringField("use", amount.use().label());
            generator.writeStringField("state", amount.use().state().name().toLowerCase(Locale.ROOT));
            generator.writeNumberField("bytes", amount.bytes());
            generator.writeNumberField("count", amount.count());
            generator.writeEndObject();
        }
        generator.writeEndArray();
    }

    private static void writeGroups(JsonGenerator generator, HolderTree tree) throws IOException {
        generator.writeArrayFieldStart("largestGroups");
        for (int group : tree.largestGroups(GROUPS)) {
            generator.writeStartObject();
            generator.writeStringField("path", tree.path(group));
            generator.writeNumberField("bytes", tree.held(group));
            generator.writeEndObject();
        }
        generator.writeEndArray();
    }

    private static void writeManagers(JsonGenerator generator, SpaceBreakdown found) throws IOException {
        generator.writeArrayFieldStart("managers");
        for (SpaceBreakdown.Manager manager : found.managers()) {
            generator.writeStartObject();
            generator.writeNumberField("slot", manager.slot());
            generator.writeStringField("type", manager.type().label());
            generator.writeNumberField("sections", manager.sections());
            generator.writeNumberField("bytes", manager.bytes());
            generator.writeEndObject();
        }
        generator.writeEndArray();
    }
}
