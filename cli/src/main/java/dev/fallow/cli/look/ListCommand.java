package dev.fallow.cli.look;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Entry;
import dev.fallow.ObjectKind;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.text.Columns;
import dev.fallow.cli.text.Json;
import dev.fallow.cli.text.ShapeText;
import dev.fallow.cli.text.Units;
import dev.fallow.format.Printable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fallow ls}: lists objects and links. */
@Command(
        name = "ls",
        mixinStandardHelpOptions = true,
        description = {
            "Lists groups, datasets and links.",
            "Columns: kind, type, shape, path. With -l also: layout, chunk, filters, the bytes of the elements in the"
                    + " file, and how many times longer they are without the filters.",
            "PATH may have wildcards, which have to be quoted: \"/a/*\", \"/a/run?/[xy]\", and \"/**/x\" for x"
                    + " at any depth.",
            "Non-printing characters in names are escaped: \\n, \\x1b, \\u202e; \\xff is a byte that is not UTF-8,"
                    + " and \\\\ a backslash. With --json, names are exact, and such a byte is a lone surrogate,"
                    + " \\udc80 to \\udcff."
        })
public final class ListCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file.")
    private Path file;

    @Parameters(
            index = "1",
            paramLabel = "PATH",
            defaultValue = "/",
            description = "A group, another object, or a pattern. Default: the root group.")
    private String path;

    @Option(
            names = {"-r", "--recursive"},
            description = "Descend into groups.")
    private boolean recursive;

    @Option(
            names = {"-l", "--long"},
            description = "Show how datasets are stored, and long types in full.")
    private boolean details;

    @Option(names = "--bytes", description = "With -l: exact numbers of bytes instead of units of 1,024.")
    private boolean exactBytes;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    private boolean problems;

    @Override
    public Integer call() {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            List<Entry> entries = entries(container);
            if (json) {
                printJson(container, entries);
            } else {
                print(container, entries);
            }
            return problems ? ExitCode.FINDINGS : ExitCode.OK;
        }
    }

    private List<Entry> entries(ContainerFile container) {
        if (PathPattern.isWild(path) && !Entries.exists(container, path)) {
            List<Entry> found;
            try {
                found = PathPattern.find(container, path);
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), e.getMessage(), e);
            }
            if (found.isEmpty()) {
                throw new ContainerException(container.name() + ": nothing matches " + Printable.name(path));
            }
            return recursive ? withContents(container, found) : found;
        }
        Entry single = Entries.notAGroup(container, path);
        return single == null ? container.list(path, recursive) : List.of(single);
    }

    private static List<Entry> withContents(ContainerFile container, List<Entry> found) {
        List<Entry> all = new ArrayList<>();
        for (Entry entry : found) {
            all.add(entry);
            if (entry.kind() == ObjectKind.GROUP && entry.problem() == null) {
                all.addAll(container.list(entry.path(), true));
            }
        }
        return all;
    }

    private ObjectFacts facts(ContainerFile container, Entry entry) {
        ObjectFacts facts = ObjectFacts.of(container, entry, details || json);
        problems |= facts.problem() != null;
        return facts;
    }

    /** Prints one entry at a time: the paths of deeply nested groups can exceed the file's length many times over. */
    private void printJson(ContainerFile container, List<Entry> entries) {
        Json.print(spec.commandLine().getOut(), "ls/1", generator -> {
            generator.writeArrayFieldStart("entries");
            for (Entry entry : entries) {
                facts(container, entry).write(generator);
            }
            generator.writeEndArray();
        });
    }

    private void print(ContainerFile container, List<Entry> entries) {
        Columns columns = details
                ? Columns.whole(spec.commandLine().getOut(), 1, 6, 7)
                : Columns.fitting(spec.commandLine().getOut(), 1);
        for (Entry entry : entries) {
            ObjectFacts facts = facts(container, entry);
            String kind = facts.coloured(facts.kind());
            if (!details) {
                columns.add(kind, facts.typeName(), facts.shape(), facts.named(entry.path()));
                continue;
            }
            ObjectFacts.Facts dataset = facts.dataset();
            columns.add(
                    kind,
                    facts.typeName(),
                    facts.shape(),
                    dataset == null ? "" : dataset.layoutName(),
                    dataset == null || dataset.chunk() == null ? "" : ShapeText.of(dataset.chunk()),
                    dataset == null ? "" : dataset.filterNames(),
                    dataset == null ? "" : bytes(dataset.storedBytes()),
                    dataset == null ? "" : dataset.ratio(),
                    facts.named(entry.path()));
        }
        columns.flush();
    }

    private String bytes(long bytes) {
        return exactBytes ? String.format(Locale.US, "%,d", bytes) : Units.of(bytes);
    }
}
