package dev.fallow.cli.look;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Entry;
import dev.fallow.ObjectKind;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.FileVerb;
import dev.fallow.cli.text.AlignedColumns;
import dev.fallow.cli.text.Json;
import dev.fallow.cli.text.ShapeText;
import dev.fallow.cli.text.Units;
import dev.fallow.value.NameText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code fallow ls}: lists objects and links. */
@Command(
        name = "ls",
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
public final class ListCommand extends FileVerb.Reporting {
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

    private boolean problems;

    @Override
    public Integer call() {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            if (json) {
                printJson(container);
            } else {
                print(container);
            }
            return problems ? ExitCode.FINDINGS : ExitCode.OK;
        }
    }

    /** Visits one entry at a time: there can be millions. */
    private void forEachEntry(ContainerFile container, Entry.Visitor visitor) {
        if (PathPattern.isWild(path) && !Entries.exists(container, path)) {
            List<Entry> found;
            try {
                found = PathPattern.find(container, path);
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), e.getMessage(), e);
            }
            if (found.isEmpty()) {
                throw new ContainerException(container.name() + ": nothing matches " + NameText.printable(path));
            }
            for (Entry entry : found) {
                visitor.visit(entry, 1, false);
                if (recursive && entry.kind() == ObjectKind.GROUP && entry.problem() == null) {
                    container.group(entry.path()).forEachEntry(Integer.MAX_VALUE, visitor);
                }
            }
            return;
        }
        Entry single = Entries.notAGroup(container, path);
        if (single == null) {
            container.group(path).forEachEntry(recursive ? Integer.MAX_VALUE : 1, visitor);
        } else {
            visitor.visit(single, 1, true);
        }
    }

    private ObjectFacts facts(ContainerFile container, Entry entry) {
        ObjectFacts facts = ObjectFacts.of(container, entry, details || json);
        problems |= facts.problem() != null;
        return facts;
    }

    private void printJson(ContainerFile container) {
        Json.print(out(), "ls/1", generator -> {
            generator.writeArrayFieldStart("entries");
            forEachEntry(container, (entry, depth, last) -> {
                try {
                    facts(container, entry).write(generator);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            generator.writeEndArray();
        });
    }

    private void print(ContainerFile container) {
        AlignedColumns columns = details ? AlignedColumns.whole(out(), 1, 6, 7) : AlignedColumns.fitting(out(), 1);
        forEachEntry(container, (entry, depth, last) -> add(columns, facts(container, entry)));
        columns.flush();
    }

    private void add(AlignedColumns columns, ObjectFacts facts) {
        String kind = facts.coloured(facts.kind());
        String name = facts.named(facts.entry().path());
        if (!details) {
            columns.add(kind, facts.typeName(), facts.shape(), name);
            return;
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
                name);
    }

    private String bytes(long bytes) {
        return exactBytes ? String.format(Locale.US, "%,d", bytes) : Units.of(bytes);
    }
}
