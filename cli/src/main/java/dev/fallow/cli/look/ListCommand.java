package dev.fallow.cli.look;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.ObjectKind;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.text.Json;
import dev.fallow.cli.text.TypeNames;
import dev.fallow.format.Printable;
import dev.fallow.value.Reference;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fallow ls}: lists a group. */
@Command(
        name = "ls",
        mixinStandardHelpOptions = true,
        description = {
            "Lists a group: kind, type, shape and path of each entry.",
            "Non-printing characters in names are escaped: \\n, \\x1b,",
            "\\u202e; \\xff is a byte that is not UTF-8, and \\\\ a backslash. With --json, names",
            "are exact, and such a byte is a lone surrogate, \\udc80 to \\udcff."
        })
public final class ListCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file.")
    private Path file;

    @Parameters(index = "1", paramLabel = "PATH", defaultValue = "/", description = "A group in it. Default: the root.")
    private String path;

    @Option(
            names = {"-r", "--recursive"},
            description = "Descend into groups.")
    private boolean recursive;

    @Option(names = "--json", description = "Print a JSON array of objects.")
    private boolean json;

    private boolean problems;

    @Override
    public Integer call() {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            List<Entry> entries = container.list(path, recursive);
            if (json) {
                printJson(container, entries);
            } else {
                for (Entry entry : entries) {
                    spec.commandLine().getOut().println(line(container, entry).text());
                }
            }
            return problems ? ExitCode.FINDINGS : ExitCode.OK;
        }
    }

    private Line line(ContainerFile container, Entry entry) {
        Line line = Line.of(container, entry);
        problems |= line.problem != null;
        return line;
    }

    /** Prints one entry at a time: the paths of deeply nested groups can exceed the file's length many times over. */
    private void printJson(ContainerFile container, List<Entry> entries) {
        Json.print(spec.commandLine().getOut(), generator -> {
            generator.writeStartArray();
            for (Entry entry : entries) {
                Line line = line(container, entry);
                generator.writeStartObject();
                generator.writeStringField("path", line.entry.path());
                generator.writeStringField("kind", line.entry.kind().label());
                if (line.entry.address() >= 0) {
                    generator.writeNumberField("address", line.entry.address());
                }
                if (line.entry.target() != null) {
                    generator.writeStringField("target", line.entry.target());
                }
                if (line.type != null) {
                    generator.writeStringField("type", line.type);
                    generator.writeStringField("layout", line.layout);
                    generator.writeFieldName("dimensions");
                    if (line.dimensions == null) {
                        generator.writeNull();
                    } else {
                        generator.writeArray(line.dimensions, 0, line.dimensions.length);
                    }
                    generator.writeNumberField("storageBytes", line.storageBytes);
                }
                if (line.problem != null) {
                    generator.writeStringField("problem", line.problem);
                }
                generator.writeEndObject();
            }
            generator.writeEndArray();
        });
    }

    /** An entry and the description of its dataset. */
    private record Line(Entry entry, String problem, String type, String layout, long[] dimensions, long storageBytes) {
        static Line of(ContainerFile container, Entry entry) {
            if (entry.kind() != ObjectKind.DATASET || entry.problem() != null) {
                return new Line(entry, entry.problem(), null, null, null, 0);
            }
            try {
                Dataset dataset = (Dataset) container.get(new Reference.ToObject(entry.address()));
                return new Line(
                        entry,
                        null,
                        TypeNames.of(dataset.datatype()),
                        dataset.layout().name().toLowerCase(java.util.Locale.ROOT),
                        dataset.dimensions(),
                        dataset.storageSize());
            } catch (ContainerException e) {
                return new Line(entry, e.getMessage(), null, null, null, 0);
            }
        }

        String text() {
            StringBuilder text =
                    new StringBuilder("%-9s ".formatted(entry.kind().label()));
            if (type != null) {
                text.append("%-10s %-14s ".formatted(type, shape()));
            } else {
                text.append(" ".repeat(26));
            }
            text.append(Printable.name(entry.path()));
            if (entry.target() != null) {
                text.append(" -> ").append(Printable.name(entry.target()));
            }
            if (problem != null) {
                text.append("  (").append(problem).append(')');
            }
            return text.toString();
        }

        private String shape() {
            if (dimensions == null) {
                return "null";
            }
            return dimensions.length == 0
                    ? "scalar"
                    : Arrays.stream(dimensions).mapToObj(Long::toString).collect(Collectors.joining(" x "));
        }
    }
}
