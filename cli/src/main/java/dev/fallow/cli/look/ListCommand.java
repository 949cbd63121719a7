package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.LinkKind;
import dev.fallow.NameText;
import dev.fallow.NoSuchObjectException;
import dev.fallow.ObjectKind;
import dev.fallow.StoredObject;
import dev.fallow.cli.shell.AlignedColumns;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.ShapeText;
import dev.fallow.cli.shell.Verb;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
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
public final class ListCommand extends Verb.Reporting {
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
    public Integer call() throws IOException {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            print("ls/1", generator -> write(generator, container), out -> print(container));
            return problems ? ExitCode.FINDINGS : ExitCode.OK;
        }
    }

    /** Visits one entry at a time: there can be millions. */
    private void forEachEntry(ContainerFile container, Entry.Visitor visitor) {
        int levels = recursive ? Integer.MAX_VALUE : 1;
        if (PathPattern.isWild(path) && !exists(container)) {
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
                    container.group(entry.path()).forEachEntry(levels, visitor);
                }
            }
            return;
        }
        Entry single = notAGroup(container);
        if (single == null) {
            container.group(path).forEachEntry(levels, visitor);
        } else {
            visitor.visit(single, 1, true);
        }
    }

    /** Whether there is an object or a link at the path, even one that leads nowhere. */
    private boolean exists(ContainerFile container) {
        try {
            container.root().link(path);
            return true;
        } catch (ContainerException e) {
            return false;
        }
    }

    /** The entry for a path that leads to no group: an object, or a link that leads nowhere in this file. Null for a group. */
    private Entry notAGroup(ContainerFile container) {
        String full = path.startsWith("/") ? path : "/" + path;
        Link link = full.matches("/*") ? null : container.root().link(path);
        if (link != null && (link.kind() == LinkKind.EXTERNAL || link.kind() == LinkKind.USER_DEFINED)) {
            return entry(full, link);
        }
        StoredObject object;
        try {
            object = container.root().get(path);
        } catch (NoSuchObjectException e) {
            if (link == null || link.kind() != LinkKind.SOFT) {
                throw e;
            }
            return entry(full, link);
        }
        ObjectKind kind = object instanceof Dataset ? ObjectKind.DATASET : ObjectKind.DATATYPE;
        return object instanceof Group ? null : new Entry(full, kind, object.address(), null, null);
    }

    private static Entry entry(String path, Link link) {
        return switch (link.kind()) {
            case SOFT -> new Entry(path, ObjectKind.SOFT_LINK, -1, link.target(), null);
            case EXTERNAL -> new Entry(path, ObjectKind.EXTERNAL_LINK, -1, link.file() + ":" + link.target(), null);
            default -> new Entry(path, ObjectKind.USER_DEFINED_LINK, -1, link.target(), null);
        };
    }

    private ObjectFacts facts(ContainerFile container, Entry entry) {
        ObjectFacts facts = ObjectFacts.of(container, entry, details || json);
        problems |= facts.problem() != null;
        return facts;
    }

    private void write(JsonGenerator generator, ContainerFile container) throws IOException {
        generator.writeArrayFieldStart("entries");
        forEachEntry(container, (entry, depth, last) -> Json.object(generator, facts(container, entry)::writeFields));
        generator.writeEndArray();
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
        if (dataset == null) {
            columns.add(kind, facts.typeName(), facts.shape(), "", "", "", "", "", name);
            return;
        }
        columns.add(
                kind,
                facts.typeName(),
                facts.shape(),
                dataset.layoutName(),
                dataset.chunk() == null ? "" : ShapeText.of(dataset.chunk()),
                dataset.filterNames(),
                Screen.bytes(dataset.storedBytes(), exactBytes),
                dataset.ratio(),
                name);
    }

    /**
     * A path with wildcards, as shells have them: {@code *} stands for any characters of a name, {@code ?} for one, {@code
     * [a-z]} for one of several, and the name {@code **} for any number of names.
     */
    private static final class PathPattern {
        private static final Pattern WILD = Pattern.compile("[*?]|\\[[^/]+\\]", Pattern.DOTALL);

        private final List<String> names = new ArrayList<>();
        private final List<Pattern> patterns = new ArrayList<>();

        private PathPattern(String path) {
            for (String name : path.split("/")) {
                if (!name.isEmpty() && !name.equals(".")) {
                    names.add(name);
                    patterns.add(name.equals("**") ? null : pattern(name));
                }
            }
        }

        /** Whether a path has wildcards. */
        static boolean isWild(String path) {
            return WILD.matcher(path).find();
        }

        /** The entries whose paths match, in the order of a listing. Links are not followed. */
        static List<Entry> find(ContainerFile container, String path) {
            PathPattern pattern = new PathPattern(path);
            int from = 0;
            while (from < pattern.names.size() && !isWild(pattern.names.get(from))) {
                from++;
            }
            String start = "/" + String.join("/", pattern.names.subList(0, from));
            return from == pattern.names.size() ? List.of() : pattern.matches(container, start, from);
        }

        private List<Entry> matches(ContainerFile container, String group, int at) {
            List<Entry> found = new ArrayList<>();
            if (patterns.subList(at, patterns.size()).contains(null)) {
                int prefix = group.equals("/") ? 1 : group.length() + 1;
                container.group(group).forEachEntry(Integer.MAX_VALUE, (entry, depth, last) -> {
                    if (matches(entry.path().substring(prefix).split("/", -1), at)) {
                        found.add(entry);
                    }
                });
                return found;
            }
            for (Entry entry : container.list(group, false)) {
                String path = entry.path();
                if (!patterns.get(at)
                        .matcher(path.substring(path.lastIndexOf('/') + 1))
                        .matches()) {
                    continue;
                } else if (at == patterns.size() - 1) {
                    found.add(entry);
                } else if (entry.kind() == ObjectKind.GROUP && entry.problem() == null) {
                    found.addAll(matches(container, path, at + 1)); // at most as deep as the pattern is long
                }
            }
            return found;
        }

        /** Whether names match the patterns from one on. */
        private boolean matches(String[] path, int pattern) {
            boolean[] ends = new boolean[path.length + 1]; // of the patterns so far, in names
            ends[0] = true;
            for (int i = pattern; i < patterns.size(); i++) {
                boolean[] next = new boolean[path.length + 1];
                for (int j = 0; j <= path.length; j++) {
                    Pattern each = patterns.get(i);
                    next[j] = each == null
                            ? ends[j] || j > 0 && next[j - 1]
                            : j > 0 && ends[j - 1] && each.matcher(path[j - 1]).matches();
                }
                ends = next;
            }
            return ends[path.length];
        }

        private static Pattern pattern(String name) {
            StringBuilder regex = new StringBuilder();
            StringBuilder literal = new StringBuilder();
            for (int i = 0; i < name.length(); i++) {
                char c = name.charAt(i);
                int close = c == '[' ? name.indexOf(']', i + 2) : -1;
                if (c != '*' && c != '?' && close < 0) {
                    literal.append(c);
                    continue;
                }
                regex.append(Pattern.quote(literal.toString()));
                literal.setLength(0);
                if (close < 0) {
                    regex.append(c == '*' ? ".*" : ".");
                    continue;
                }
                String members = name.substring(i + 1, close);
                boolean not = members.startsWith("!") || members.startsWith("^");
                regex.append(not ? "[^" : "[")
                        .append(members.substring(not ? 1 : 0).replaceAll("[\\\\\\[&^]", "\\\\$0"))
                        .append(']');
                i = close;
            }
            regex.append(Pattern.quote(literal.toString()));
            try {
                return Pattern.compile(regex.toString(), Pattern.DOTALL);
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException("the pattern " + name + ": " + e.getDescription(), e);
            }
        }
    }
}
