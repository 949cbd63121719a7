package dev.fallow.cli.space;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.NameText;
import dev.fallow.cli.shell.Choices;
import dev.fallow.cli.shell.Colour;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.Verb;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceUse;
import java.io.IOException;
import java.util.List;
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
public final class SpaceCommand extends Verb.Reporting {
    private static final int GROUPS = 10;
    private static final int FINDINGS = 4;
    /** The width of everything on a line except the bar. */
    private static final int LABELS = 45;

    @Option(names = "--sections", description = "Print every run that is not in use, before the totals.")
    private boolean sections;

    @Override
    public Integer call() throws IOException {
        try (ContainerFile container = read()) {
            SpaceBreakdown[] found = new SpaceBreakdown[1];
            print(
                    "space/1",
                    generator -> found[0] = printJson(generator, container),
                    out -> found[0] = print(container));
            return found[0].findings().isEmpty() ? ExitCode.OK : ExitCode.FINDINGS;
        }
    }

    private SpaceBreakdown print(ContainerFile container) {
        if (sections) {
            line("%-13s %16s %16s", "type", "address", "size");
        }
        HolderTree tree = new HolderTree();
        SpaceBreakdown found = container.spaceBreakdown(sections ? tree.andThen(this::printSection) : tree);
        tree.addUp();
        if (sections) {
            out().println();
        }
        printClasses(found);
        printGroups(found, tree);
        printManagers(found);
        printFindings(found.findings());
        return found;
    }

    private void printSection(SpaceItem item) {
        if (item instanceof FreeSection run) {
            line("%-13s %16d %16d", run.type().label(), run.address(), run.size());
        }
    }

    private void printClasses(SpaceBreakdown found) {
        String objects = found.objects() == 1 ? "object" : "objects";
        line("%-15s %,19d bytes  %,d %s", "file", found.fileBytes(), found.objects(), objects);
        out().println();
        for (SpaceBreakdown.Amount amount : found.amounts()) {
            if (amount.bytes() > 0) {
                printShare(amount.use().label(), amount.bytes(), found.fileBytes());
            }
        }
        out().println();
        for (SpaceUse.State state : SpaceUse.State.values()) {
            printShare(Choices.name(state), found.bytes(state), found.fileBytes());
        }
    }

    private void printShare(String label, long bytes, long whole) {
        String bar = Colour.BLUE.on(Screen.bar(bytes, whole, Screen.width() - LABELS));
        line("%-15s %,19d %6.2f %% %s", label, bytes, Screen.percent(bytes, whole), bar);
    }

    private void printGroups(SpaceBreakdown found, HolderTree tree) {
        int width = Screen.width();
        int most = (width - 30) / 3;
        line("%nlargest groups        bytes, with everything below");
        for (int group : tree.largestGroups(GROUPS)) {
            long held = tree.held(group);
            String bar = Screen.bar(held, found.fileBytes(), most);
            String path = Screen.start(NameText.printable(tree.path(group)), width - most - 33);
            line("%,20d %6.2f %% [%-" + most + "s] %s", held, Screen.percent(held, found.fileBytes()), bar, path);
        }
    }

    private void printManagers(SpaceBreakdown found) {
        if (found.managers().isEmpty()) {
            line("%nThe file stores no free-space managers.");
            if (found.allocatedBytes() == found.fileBytes()) {
                return;
            }
        }
        line("%n%-16s %10s %16s %10s %16s", "", "sections", "bytes, stored", "sections", "bytes, found");
        for (FreeSection.Type type :
                List.of(FreeSection.Type.METADATA, FreeSection.Type.RAW_DATA, FreeSection.Type.LARGE)) {
            long sectionsStored = 0;
            long stored = 0;
            for (SpaceBreakdown.Manager manager : found.managers()) {
                sectionsStored += manager.type() == type ? manager.sections() : 0;
                stored += manager.type() == type ? manager.bytes() : 0;
            }
            long count = found.amount(SpaceUse.of(type)).count();
            long bytes = found.amount(SpaceUse.of(type)).bytes();
            if (sectionsStored > 0 || count > 0) {
                String mark = sectionsStored == count && stored == bytes ? "" : "  !";
                line("%-16s %,10d %,16d %,10d %,16d%s", type.label(), sectionsStored, stored, count, bytes, mark);
            }
        }
        String mark = found.allocatedBytes() == found.fileBytes() ? "" : "  !";
        line("%-16s %,27d %,27d%s", "end of the file", found.allocatedBytes(), found.fileBytes(), mark);
    }

    private void printFindings(List<String> findings) {
        if (!findings.isEmpty()) {
            out().println();
        }
        findings.stream().limit(FINDINGS).forEach(finding -> out().println("finding: " + finding));
        if (findings.size() > FINDINGS) {
            line("... and %,d more findings: fallow space --json prints them", findings.size() - FINDINGS);
        }
    }

    private SpaceBreakdown printJson(JsonGenerator generator, ContainerFile container) throws IOException {
        HolderTree tree = new HolderTree();
        SpaceBreakdown found;
        if (sections) {
            generator.writeArrayFieldStart("sections");
            found = container.spaceBreakdown(tree.andThen(item -> {
                if (item instanceof FreeSection run) {
                    Json.object(generator, json -> Json.section(json, run));
                }
            }));
            generator.writeEndArray();
        } else {
            found = container.spaceBreakdown(tree);
        }
        tree.addUp();
        generator.writeNumberField("fileBytes", found.fileBytes());
        generator.writeNumberField("allocatedBytes", found.allocatedBytes());
        generator.writeNumberField("objects", found.objects());
        generator.writeNumberField("liveBytes", found.bytes(SpaceUse.State.LIVE));
        generator.writeNumberField("freeBytes", found.bytes(SpaceUse.State.FREE));
        generator.writeNumberField("untrackedBytes", found.bytes(SpaceUse.State.UNTRACKED));
        Json.array(generator, "uses", found.amounts(), amount -> {
            generator.writeStringField("use", amount.use().label());
            generator.writeStringField("state", Choices.name(amount.use().state()));
            generator.writeNumberField("bytes", amount.bytes());
            generator.writeNumberField("count", amount.count());
        });
        Json.array(generator, "largestGroups", tree.largestGroups(GROUPS), group -> {
            generator.writeStringField("path", tree.path(group));
            generator.writeNumberField("bytes", tree.held(group));
        });
        writeManagers(generator, found);
        generator.writeNumberField("quarantinedSections", found.quarantined());
        Json.strings(generator, "findings", found.findings());
        return found;
    }

    /** Writes the free-space managers. */
    public static void writeManagers(JsonGenerator json, SpaceBreakdown found) throws IOException {
        Json.array(json, "managers", found.managers(), manager -> {
            json.writeNumberField("slot", manager.slot());
            json.writeStringField("type", manager.type().label());
            json.writeNumberField("sections", manager.sections());
            json.writeNumberField("bytes", manager.bytes());
        });
    }
}
