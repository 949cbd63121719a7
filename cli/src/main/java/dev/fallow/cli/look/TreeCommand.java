package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.Attribute;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.NameText;
import dev.fallow.OpenOptions;
import dev.fallow.Reference;
import dev.fallow.StoredObject;
import dev.fallow.cli.shell.AlignedColumns;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.MissingPath;
import dev.fallow.cli.shell.ObjectNames;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.Values;
import dev.fallow.cli.shell.Verb;
import java.io.IOException;
import java.util.BitSet;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow tree}: the objects of a file as a tree. */
@Command(
        name = "tree",
        description = {
            "Draws groups and what is in them as a tree.",
            "A group that is reached in several ways is drawn once; later it is a name without contents."
        })
public final class TreeCommand extends Verb.Looking {
    /** The least room for a type. */
    private static final int LEAST_TYPE = 16;

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

    @Option(
            names = "--creation-order",
            description = "In the order of creation; a group that does not track it, in that of names.")
    private boolean creationOrder;

    @Option(names = "--ascii", description = "Draw with the characters of ASCII.")
    private boolean ascii;

    private boolean problems;
    /** Of the file that is open. */
    private ObjectNames names;

    @Override
    public Integer call() throws IOException {
        if (levels < 1) {
            throw wrong("--levels: expected 1 or more, found " + levels);
        }
        try (ContainerFile container = open(OpenOptions.defaults().withReadOnly(true))) {
            names = new ObjectNames(container);
            Group group = group(container, location.path(path));
            print("tree/1", generator -> write(generator, container, group), out -> print(container, group));
            return problems ? ExitCode.FINDINGS : ExitCode.OK;
        }
    }

    private static Group group(ContainerFile container, String path) {
        try {
            return container.group(path);
        } catch (ContainerException e) {
            throw MissingPath.explained(container, path, e);
        }
    }

    private ObjectFacts facts(ContainerFile container, Entry entry) {
        ObjectFacts facts = ObjectFacts.of(container, names, entry, json);
        problems |= facts.problem() != null;
        return facts;
    }

    private void write(JsonGenerator generator, ContainerFile container, Group group) throws IOException {
        generator.writeStringField("path", group.path());
        generator.writeArrayFieldStart("entries");
        for (Entry entry : walk(container, group)) {
            Json.object(generator, json -> {
                json.writeNumberField("depth", entry.depth());
                facts(container, entry).writeFields(json);
            });
        }
        generator.writeEndArray();
    }

    private Iterable<Entry> walk(ContainerFile container, Group group) {
        return creationOrder ? CreationOrdered.walk(container, group, levels) : group.walk(levels);
    }

    private void print(ContainerFile container, Group group) {
        out().println(NameText.printable(group.path()));
        Branches branches = new Branches(container);
        if (attributes) {
            branches.waiting = indent -> printAttributes(group, indent);
        }
        walk(container, group).forEach(branches::print);
        branches.printWaiting(0);
    }

    /** Prints an entry when it is known whether something is below it: the attributes of a group have a bar before its entries. */
    private final class Branches {
        private final ContainerFile container;
        /** The levels at which more is to come. */
        private final BitSet open = new BitSet();
        /** Prints the attributes of the last entry after an indent; null for none. */
        private Consumer<String> waiting;

        private int waitingDepth;

        Branches(ContainerFile container) {
            this.container = container;
        }

        void print(Entry entry) {
            int depth = entry.depth();
            boolean last = entry.isLast();
            printWaiting(depth);
            open.set(depth, !last);
            String indent = indent(depth);
            ObjectFacts facts = facts(container, entry);
            String branch = ascii ? last ? "`-- " : "|-- " : last ? "└── " : "├── ";
            String name = facts.named(entry.path().substring(entry.path().lastIndexOf('/') + 1));
            out().println(indent
                    + branch
                    + facts.coloured(name)
                    + described(facts, indent.length() + branch.length() + name.length()));
            if (attributes && entry.address() >= 0 && facts.problem() == null) {
                waiting = before -> printAttributes(container, entry, before);
                waitingDepth = depth;
            }
        }

        /** @param next the depth of the next entry; 0 if there is none */
        private void printWaiting(int next) {
            if (waiting != null) {
                waiting.accept(indent(waitingDepth + 1) + bar(next > waitingDepth));
                waiting = null;
            }
        }

        private String indent(int depth) {
            StringBuilder indent = new StringBuilder();
            for (int level = 1; level < depth; level++) {
                indent.append(bar(open.get(level)));
            }
            return indent.toString();
        }
    }

    private String bar(boolean more) {
        return more ? ascii ? "|   " : "│   " : "    ";
    }

    private static String described(ObjectFacts facts, int used) {
        if (facts.type() == null) {
            return "";
        }
        String shape = facts.shape();
        int room = Math.max(LEAST_TYPE, Screen.width() - used - 4 - shape.length());
        return "  " + AlignedColumns.shortened(facts.typeName(), room) + (shape.isEmpty() ? "" : "  " + shape);
    }

    private void printAttributes(ContainerFile container, Entry entry, String indent) {
        try {
            printAttributes(container.get(new Reference.ToObject(entry.address())), indent);
        } catch (ContainerException e) {
            problems = true;
            out().println(indent + "(" + NameText.printableMessage(e.getMessage()) + ")");
        }
    }

    private void printAttributes(StoredObject object, String indent) {
        for (String name : object.attributeNames()) {
            String start = indent + "@" + NameText.printable(name) + " = ";
            int room = Math.max(LEAST_TYPE, Screen.width() - start.length());
            try {
                Attribute attribute = object.attribute(name);
                out().println(start + Values.of(attribute).naming(names).preview(room));
            } catch (ContainerException | IOException e) {
                problems = true;
                out().println(start + "(" + NameText.printableMessage(e.getMessage()) + ")");
            }
        }
    }
}
