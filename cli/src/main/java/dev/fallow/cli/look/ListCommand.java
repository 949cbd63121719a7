package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.NameText;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectKind;
import dev.fallow.OpenOptions;
import dev.fallow.StoredObject;
import dev.fallow.cli.shell.AlignedColumns;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Location;
import dev.fallow.cli.shell.Messages;
import dev.fallow.cli.shell.MissingPath;
import dev.fallow.cli.shell.ObjectNames;
import dev.fallow.cli.shell.PathPattern;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.ShapeText;
import dev.fallow.cli.shell.Verb;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code fallow ls}: lists objects and links. */
@Command(
        name = "ls",
        description = {
            "Lists groups, datasets and links.",
            "Columns: kind, type, shape with the names of dimensions that have one, path. With -l also: layout, chunk, filters, the bytes of the elements in the"
                    + " file, and how many times longer they are without the filters; and of a single virtual dataset, where its elements are.",
            "PATH may have wildcards, which have to be quoted: \"/a/*\", \"/a/run?/[xy]\", and \"/**/x\" for x"
                    + " at any depth.",
            "Non-printing characters in names are escaped: \\n, \\x1b, \\u202e; \\xff is a byte that is not UTF-8,"
                    + " and \\\\ a backslash. With --json, names are exact, and such a byte is a lone surrogate,"
                    + " \\udc80 to \\udcff."
        })
public final class ListCommand extends Verb.Looking {
    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "FILE|PATH",
            description =
                    "More files; then a group, another object, or a pattern, for all of them. What is a regular file here is a file."
                            + " Default: the root group.")
    private List<String> more = List.of();

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

    @Option(
            names = "--creation-order",
            description = "In the order of creation; a group that does not track it, in that of names.")
    private boolean creationOrder;

    private int code = ExitCode.OK;
    /** Whether there are several files. */
    private boolean several;

    /** The file that is listed, the path in it, and the names of its objects. */
    private Location listed;

    private String path;
    private ObjectNames names;

    @Override
    public Integer call() throws IOException {
        List<Location> files = new ArrayList<>(List.of(location));
        String asked = "/";
        for (int i = 0; i < more.size(); i++) {
            if (Location.is(more.get(i))) {
                files.add(Location.of(more.get(i)));
            } else if (i == more.size() - 1) {
                asked = more.get(i);
            } else {
                throw wrong(more.get(i) + " is not a regular file; only the last argument may be a path");
            }
        }
        several = files.size() > 1;
        if (several) {
            listAll(files, asked);
            return code;
        }
        try (ContainerFile container = open(location, asked)) {
            print(
                    "ls/1",
                    generator -> write(generator, () -> writeEntries(generator, container)),
                    out -> print(container));
            return code;
        }
    }

    private ContainerFile open(Location file, String asked) {
        ContainerFile container = open(file, OpenOptions.defaults().withReadOnly(true));
        listed = file;
        path = opened().path(asked);
        names = new ObjectNames(container);
        return container;
    }

    private void listAll(List<Location> files, String asked) throws IOException {
        print(
                "ls/1",
                generator -> write(generator, () -> {
                    for (Location file : files) {
                        list(file, asked, container -> writeEntries(generator, container));
                    }
                }),
                out -> {
                    for (Location file : files) {
                        out.println((file == location ? "" : "\n") + NameText.printable(file.text()) + ":");
                        list(file, asked, this::print);
                    }
                });
    }

    /** Lists one of several files. One that cannot be read does not keep the others from being listed. */
    private void list(Location file, String asked, Consumer<ContainerFile> listing) {
        try (ContainerFile container = open(file, asked)) {
            listing.accept(container);
        } catch (ContainerException e) {
            out().flush();
            Messages.complain(spec.commandLine(), e);
            code = ExitCode.CANNOT_OPEN;
        }
    }

    /** Visits one entry at a time: there can be millions. */
    private void forEachEntry(ContainerFile container, Consumer<Entry> visitor) {
        int levels = recursive ? Integer.MAX_VALUE : 1;
        if (PathPattern.isWild(path) && !PathPattern.isPath(container, path)) {
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
                visitor.accept(entry);
                if (recursive
                        && entry.kind() == ObjectKind.GROUP
                        && entry.problem().isEmpty()) {
                    walk(container, container.group(entry.path()), levels).forEach(visitor);
                }
            }
            return;
        }
        Entry single;
        try {
            single = notAGroup(container);
        } catch (ContainerException e) {
            throw MissingPath.explained(container, path, e);
        }
        if (single == null) {
            walk(container, container.group(path), levels).forEach(visitor);
        } else {
            visitor.accept(single);
        }
    }

    private Iterable<Entry> walk(ContainerFile container, Group group, int levels) {
        return creationOrder ? CreationOrdered.walk(container, group, levels) : group.walk(levels);
    }

    /** The entry for a path that leads to no group: an object, or a link that leads nowhere in this file. Null for a group. */
    private Entry notAGroup(ContainerFile container) {
        String full = path.startsWith("/") ? path : "/" + path;
        Link link = full.matches("/*") ? null : container.root().link(path);
        if (link instanceof Link.External || link instanceof Link.UserDefined) {
            return entry(full, link);
        }
        StoredObject object;
        try {
            object = container.root().get(path);
        } catch (NoSuchObjectException e) {
            if (link instanceof Link.Soft) {
                return entry(full, link);
            }
            throw e;
        }
        ObjectKind kind = object instanceof Dataset ? ObjectKind.DATASET : ObjectKind.DATATYPE;
        return object instanceof Group ? null : new Entry(full, kind, object.address());
    }

    /** The entry of a link that is not a hard one. */
    static Entry entry(String path, Link link) {
        if (link instanceof Link.Soft soft) {
            return new Entry(path, ObjectKind.SOFT_LINK, -1).withTarget(soft.path());
        } else if (link instanceof Link.External external) {
            return new Entry(path, ObjectKind.EXTERNAL_LINK, -1).withTarget(external.file() + ":" + external.path());
        }
        return new Entry(path, ObjectKind.USER_DEFINED_LINK, -1);
    }

    private ObjectFacts facts(ContainerFile container, Entry entry) {
        ObjectFacts facts = ObjectFacts.of(container, names, entry, details || json);
        if (facts.problem() != null) {
            code = Math.max(code, ExitCode.FINDINGS);
        }
        return facts;
    }

    private static void write(JsonGenerator generator, Runnable entries) throws IOException {
        generator.writeArrayFieldStart("entries");
        entries.run();
        generator.writeEndArray();
    }

    private void writeEntries(JsonGenerator generator, ContainerFile container) {
        forEachEntry(container, entry -> {
            ObjectFacts facts = facts(container, entry);
            Json.object(generator, fields -> {
                if (several) {
                    fields.writeStringField("file", listed.text());
                }
                facts.writeFields(fields);
            });
        });
    }

    private void print(ContainerFile container) {
        AlignedColumns columns = AlignedColumns.fitting(out(), 1, 6, 7); // without details, there are no such columns
        List<ObjectFacts> first = new ArrayList<>();
        forEachEntry(container, entry -> {
            ObjectFacts facts = facts(container, entry);
            if (first.size() < 2) {
                first.add(facts);
            }
            add(columns, facts);
        });
        columns.flush();
        ObjectFacts.Facts single = first.size() == 1 ? first.get(0).dataset() : null;
        if (details && single != null && single.sources() != null) {
            single.sources().printMappings(out());
        }
    }

    private void add(AlignedColumns columns, ObjectFacts facts) {
        String kind = facts.coloured(facts.kind());
        String name = facts.named(facts.entry().path());
        if (!details) {
            columns.add(kind, facts.typeName(), facts.shape(), name);
            return;
        }
        ObjectFacts.Facts dataset = facts.dataset();
        if (dataset == null) {
            columns.add(kind, facts.typeName(), facts.shape(), "", "", "", "", "", name);
            return;
        }
        columns.add(
                kind,
                facts.typeName(),
                facts.shape(),
                dataset.layoutText(),
                dataset.chunk() == null ? "" : ShapeText.of(dataset.chunk()),
                dataset.filterNames(),
                Screen.bytes(dataset.storedBytes(), exactBytes),
                dataset.ratio(),
                name);
    }
}
