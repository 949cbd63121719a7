package dev.fallow.cli.look;

import dev.fallow.Attribute;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Entry;
import dev.fallow.StoredObject;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.text.Columns;
import dev.fallow.cli.text.Json;
import dev.fallow.cli.text.PlainValues;
import dev.fallow.cli.text.Values;
import dev.fallow.format.Printable;
import dev.fallow.value.Reference;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fallow tree}: the objects of a file as a tree. */
@Command(
        name = "tree",
        mixinStandardHelpOptions = true,
        description = {
            "Draws groups and what is in them as a tree.",
            "A group that is reached in several ways is drawn once; later it is a name without contents."
        })
public final class TreeCommand implements Callable<Integer> {
    /** The least room for a type. */
    private static final int LEAST_TYPE = 16;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file.")
    private Path file;

    @Parameters(index = "1", paramLabel = "PATH", defaultValue = "/", description = "A group in it. Default: the root.")
    private String path;

    @Option(
            names = {"-L", "--levels"},
            paramLabel = "N",
            description = "Descend into so many levels of groups.")
    private int levels = Integer.MAX_VALUE;

    @Option(
            names = {"-a", "--attributes"},
            description = "Show attributes and their values.")
    private boolean attributes;

    @Option(names = "--ascii", description = "Draw with the characters of ASCII.")
    private boolean ascii;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    private boolean problems;

    @Override
    public Integer call() {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            String root = container.group(path).path();
            List<Entry> entries = container.list(path, levels > 1);
            int[] depths = new int[entries.size()];
            int base = depth(root);
            for (int i = 0; i < depths.length; i++) {
                depths[i] = depth(entries.get(i).path()) - base;
            }
            if (json) {
                printJson(container, entries, depths);
            } else {
                print(container, root, entries, depths);
            }
            return problems ? ExitCode.FINDINGS : ExitCode.OK;
        }
    }

    private static int depth(String path) {
        return path.equals("/") ? 0 : (int) path.chars().filter(c -> c == '/').count();
    }

    private ObjectFacts facts(ContainerFile container, Entry entry) {
        ObjectFacts facts = ObjectFacts.of(container, entry, json);
        problems |= facts.problem() != null;
        return facts;
    }

    private void printJson(ContainerFile container, List<Entry> entries, int[] depths) {
        Json.print(spec.commandLine().getOut(), "tree/1", generator -> {
            generator.writeStringField("path", container.group(path).path());
            generator.writeArrayFieldStart("entries");
            for (int i = 0; i < depths.length; i++) {
                if (depths[i] <= levels) {
                    generator.writeStartObject();
                    generator.writeNumberField("depth", depths[i]);
                    facts(container, entries.get(i)).writeFields(generator);
                    generator.writeEndObject();
                }
            }
            generator.writeEndArray();
        });
    }

    private void print(ContainerFile container, String root, List<Entry> entries, int[] depths) {
        PrintWriter out = spec.commandLine().getOut();
        BitSet last = lastSiblings(depths);
        out.println(Printable.name(root));
        if (attributes) {
            printAttributes(out, container.group(path), bar(depths.length > 0));
        }
        BitSet open = new BitSet(); // the levels at which more is to come
        for (int i = 0; i < depths.length; i++) {
            if (depths[i] > levels) {
                continue;
            }
            open.set(depths[i], !last.get(i));
            StringBuilder indent = new StringBuilder();
            for (int level = 1; level < depths[i]; level++) {
                indent.append(bar(open.get(level)));
            }
            ObjectFacts facts = facts(container, entries.get(i));
            String entryPath = entries.get(i).path();
            String branch = ascii ? last.get(i) ? "`-- " : "|-- " : last.get(i) ? "└── " : "├── ";
            String name = facts.named(entryPath.substring(entryPath.lastIndexOf('/') + 1));
            out.println(indent
                    + branch
                    + facts.coloured(name)
                    + described(facts, indent.length() + branch.length() + name.length()));
            if (attributes && entries.get(i).address() >= 0 && facts.problem() == null) {
                boolean contents = i + 1 < depths.length && depths[i + 1] > depths[i] && depths[i] < levels;
                printAttributes(out, container, entries.get(i), indent + bar(!last.get(i)) + bar(contents));
            }
        }
    }

    private String bar(boolean more) {
        return more ? ascii ? "|   " : "│   " : "    ";
    }

    /** The entries that are the last ones of their groups. */
    private static BitSet lastSiblings(int[] depths) {
        BitSet last = new BitSet(depths.length);
        BitSet followed = new BitSet(); // the depths at which a sibling follows
        for (int i = depths.length - 1; i >= 0; i--) {
            last.set(i, !followed.get(depths[i]));
            followed.set(depths[i]);
            followed.clear(depths[i] + 1, Math.max(depths[i] + 1, followed.length()));
        }
        return last;
    }

    private static String described(ObjectFacts facts, int used) {
        if (facts.type() == null) {
            return "";
        }
        String shape = facts.shape();
        int room = Math.max(LEAST_TYPE, Screen.width() - used - 4 - shape.length());
        return "  " + Columns.shortened(facts.typeName(), room) + (shape.isEmpty() ? "" : "  " + shape);
    }

    private void printAttributes(PrintWriter out, ContainerFile container, Entry entry, String indent) {
        try {
            printAttributes(out, container.get(new Reference.ToObject(entry.address())), indent);
        } catch (ContainerException e) {
            problems = true;
            out.println(indent + "(" + Printable.message(e.getMessage()) + ")");
        }
    }

    private void printAttributes(PrintWriter out, StoredObject object, String indent) {
        for (String name : object.attributeNames()) {
            String start = indent + "@" + Printable.name(name) + " = ";
            int room = Math.max(LEAST_TYPE, Screen.width() - start.length());
            try {
                Attribute attribute = object.attribute(name);
                out.println(start + PlainValues.preview(Values.of(attribute), room));
            } catch (ContainerException | IOException e) {
                problems = true;
                out.println(start + "(" + Printable.message(e.getMessage()) + ")");
            }
        }
    }
}
