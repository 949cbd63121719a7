package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.Attribute;
import dev.fallow.CommittedDatatype;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.NameText;
import dev.fallow.OpenOptions;
import dev.fallow.Progress;
import dev.fallow.Reference;
import dev.fallow.StoredObject;
import dev.fallow.cli.look.ElementComparison.Tolerance;
import dev.fallow.cli.shell.Choices;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Location;
import dev.fallow.cli.shell.Meter;
import dev.fallow.cli.shell.MissingPath;
import dev.fallow.cli.shell.ShapeText;
import dev.fallow.cli.shell.Verb;
import dev.fallow.cli.space.ColumnMemory;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code fallow diff}: compares two files, or an object of each: links and kinds of objects, datatypes and dimensions, attributes,
 * elements. A pair of objects is compared once, however many paths lead to it.
 */
@Command(
        name = "diff",
        exitCodeListHeading = "%nExit codes, as those of h5diff:%n",
        exitCodeList = {"0:no differences", "1:differences", "2:usage error, or something cannot be read"},
        description = {
            "Compares two files, or an object of each.",
            "Compares links, kinds of objects, attributes, types, shapes and elements. How elements are stored makes no"
                    + " difference: layout, chunks, filters, byte order, the size of numbers and of strings.",
            "NaN equals NaN, and 0 equals -0. References are equal if they lead to objects with the same path.",
            "Objects whose types or shapes cannot be compared are different; h5diff only mentions them."
        })
public final class DiffCommand extends Verb.Opening {
    /** Less than the bytes of any object with its link. */
    private static final int LEAST_OBJECT = 16;

    private static final int EQUAL = 0;
    private static final int DIFFERENT = 1;
    private static final int ERROR = 2;

    @Parameters(index = "0", paramLabel = "A", converter = Location.Parser.class, description = Location.DESCRIPTION)
    private Location locationA;

    @Parameters(index = "1", paramLabel = "B", converter = Location.Parser.class, description = "Another one.")
    private Location locationB;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "PATH",
            defaultValue = "/",
            description = "An object of A. Default: the root group, and so everything.")
    private String path;

    @Parameters(index = "3", arity = "0..1", paramLabel = "PATH_B", description = "An object of B. Default: PATH.")
    private String pathB;

    @ArgGroup
    private Limits limits = new Limits();

    /** At most one of these. */
    private static final class Limits {
        @Option(
                names = {"-d", "--delta"},
                paramLabel = "D",
                description = "Numbers are equal if they differ by at most D.")
        private double delta;

        @Option(
                names = {"-p", "--relative"},
                paramLabel = "R",
                description = "Numbers are equal if they differ by at most R times the one in A.")
        private double relative;
    }

    @Option(
            names = {"-q", "--quiet"},
            description = "Print nothing but errors.")
    private boolean quiet;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(
            names = "--external",
            paramLabel = "FOLDER",
            description = "A directory whose files may be read too, if elements are stored in them; may be repeated."
                    + " Default: only the directory of each file.")
    private List<Path> folders = List.of();

    private long differences;
    private final List<String> problems = new ArrayList<>();
    private ContainerFile fileA;
    private ContainerFile fileB;
    private Progress progress;
    private ValueComparison values;
    /** Null if differences are printed as text. */
    private JsonGenerator generator;

    /** More pairs than objects fit into both files are due to cycles of different lengths. */
    private long mostPairs;

    /** The pairs of objects that have the same path. */
    private final ColumnMemory.PairSet pairs = new ColumnMemory().pairs();
    /** Pairs of groups whose links are being compared, the innermost first. */
    private final Deque<Groups> open = new ArrayDeque<>();

    private ReferencePairs references;

    @Override
    public Integer call() throws IOException {
        if (!(limits.delta >= 0 && limits.relative >= 0)) {
            throw wrong("D and R must be at least 0");
        }
        OpenOptions options =
                OpenOptions.defaults().withReadOnly(true).withExternalFolders(folders.toArray(Path[]::new));
        try (ContainerFile a = open(locationA, options)) {
            locationA = opened();
            compareWith(a, options);
        } catch (ContainerException e) {
            problems.add(e.getMessage());
        }
        problems.forEach(this::complain);
        return !problems.isEmpty() ? ERROR : differences > 0 ? DIFFERENT : EQUAL;
    }

    private void compareWith(ContainerFile a, OpenOptions options) throws IOException {
        try (ContainerFile b = open(locationB, options)) {
            locationB = opened();
            fileA = a;
            fileB = b;
            progress = Meter.ofObjects(spec);
            Tolerance tolerance = new Tolerance(limits.delta, limits.relative);
            references = new ReferencePairs(a, b);
            pathB = locationB.path(pathB == null ? path : pathB);
            path = locationA.path(path);
            values = new ValueComparison(
                    tolerance, this::differ, problems::add, references, new PathsInBoth(a, b, path, pathB));
            MissingPath.object(a, path);
            MissingPath.object(b, pathB);
            if (json) {
                printJson();
            } else {
                compare();
            }
        }
    }

    private void printJson() {
        Json.print(out(), "diff/1", json -> {
            generator = json;
            json.writeStringField("a", fileA.name());
            json.writeStringField("b", fileB.name());
            json.writeArrayFieldStart("differences");
            compare();
            json.writeEndArray();
            Json.strings(json, "errors", problems);
            json.writeBooleanField("equal", differences == 0 && problems.isEmpty());
            writeHttp(json);
        });
    }

    /** Two groups, with the links of each that are still to be compared. */
    private static final class Groups {
        private final Iterator<Link> linksA;
        private final Iterator<Link> linksB;
        private final String prefix;
        private Link a;
        private Link b;

        Groups(Group a, Group b, String path) {
            linksA = a.walkLinks().iterator();
            linksB = b.walkLinks().iterator();
            prefix = path.endsWith("/") ? path : path + "/";
            this.a = next(linksA);
            this.b = next(linksB);
        }

        private static Link next(Iterator<Link> links) {
            return links.hasNext() ? links.next() : null;
        }

        boolean hasNext() {
            return a != null || b != null;
        }

        /** Takes the next name, of one group or of both; the links are null where there is none. */
        Link[] next() {
            int order = a == null ? 1 : b == null ? -1 : a.name().compareTo(b.name());
            Link[] next = {order <= 0 ? a : null, order >= 0 ? b : null};
            a = order <= 0 ? next(linksA) : a;
            b = order >= 0 ? next(linksB) : b;
            return next;
        }
    }

    private void compare() throws IOException {
        mostPairs = 1 + (fileA.allocatedBytes() + fileB.allocatedBytes()) / LEAST_OBJECT;
        objects(fileA.root().get(path), fileB.root().get(pathB), path);
        while (!open.isEmpty() && pairs.size() <= mostPairs) {
            Groups groups = open.peek();
            try {
                if (groups.hasNext()) {
                    Link[] next = groups.next();
                    links(next[0], next[1], groups.prefix);
                } else {
                    open.pop();
                }
            } catch (ContainerException e) {
                open.remove(groups);
                problems.add(e.getMessage());
            }
        }
        progress.at(pairs.size(), pairs.size());
        references.forEachDifferent(pairs, this::differ);
    }

    private void differ(Difference difference) throws IOException {
        differences++;
        if (generator != null) {
            Json.object(generator, difference::write);
        } else if (!quiet) {
            out().println(difference.line());
        }
    }

    private void differ(What what, String path, String attribute, Object a, Object b) throws IOException {
        differ(new Difference(what, path, attribute, text(a), text(b), 0, 0));
    }

    private static String text(Object value) {
        return value == null ? null : value.toString();
    }

    private void links(Link a, Link b, String prefix) throws IOException {
        String path = prefix + (a == null ? b : a).name();
        if (b == null) {
            differ(What.ONLY_IN_A, path, null, null, null);
        } else if (a == null) {
            differ(What.ONLY_IN_B, path, null, null, null);
        } else if (a.kind() != b.kind()) {
            differ(What.KIND, path, null, kind(fileA, a), kind(fileB, b));
        } else if (a instanceof Link.Hard hardA && b instanceof Link.Hard hardB) {
            hardLinks(hardA, hardB, path);
        } else if (!target(a).equals(target(b))) {
            differ(What.TARGET, path, null, NameText.printable(target(a)), NameText.printable(target(b)));
        }
    }

    private void hardLinks(Link.Hard linkA, Link.Hard linkB, String path) throws IOException {
        if (pairs.contains(linkA.address(), linkB.address())) {
            return;
        }
        try {
            StoredObject a = fileA.get(new Reference.ToObject(linkA.address()));
            objects(a, fileB.get(new Reference.ToObject(linkB.address())), path);
        } catch (ContainerException e) {
            problems.add(e.getMessage());
        }
    }

    /** What a link that is not a hard one leads to; empty if only another application knows. */
    private static String target(Link link) {
        return ListCommand.entry(link.name(), link).target().orElse("");
    }

    private static String kind(ContainerFile file, Link link) {
        if (!(link instanceof Link.Hard hard)) {
            return Choices.name(link.kind()) + " link";
        }
        try {
            return kind(file.get(new Reference.ToObject(hard.address())));
        } catch (ContainerException e) {
            return "unreadable object";
        }
    }

    private static String kind(StoredObject object) {
        return object instanceof Group ? "group" : object instanceof Dataset ? "dataset" : "datatype";
    }

    private void objects(StoredObject a, StoredObject b, String path) throws IOException {
        pairs.add(a.address(), b.address());
        progress.at(pairs.size(), -1);
        if (pairs.size() > mostPairs) {
            throw new ContainerException("the groups of the two files link to each other in too many ways: " + mostPairs
                    + " pairs of objects have been compared");
        }
        if (!kind(a).equals(kind(b))) {
            differ(What.KIND, path, null, kind(a), kind(b));
            return;
        }
        attributes(a, b, path);
        if (a instanceof Group group) {
            open.push(new Groups(group, (Group) b, path));
        } else if (a instanceof Dataset first) {
            Dataset second = (Dataset) b;
            if (comparable(first.datatype(), sizes(first), second.datatype(), sizes(second), path, null)) {
                values.datasets(first, second, path);
            }
        } else {
            Datatype first = ((CommittedDatatype) a).datatype();
            Datatype second = ((CommittedDatatype) b).datatype();
            if (!first.equals(second) && !first.toString().equals(second.toString())) {
                differ(What.TYPE, path, null, first, second);
            }
        }
    }

    /** The dimensions without their limits. */
    private static String sizes(Dataset dataset) {
        return dataset.isNull() ? ShapeText.NULL : ShapeText.of(dataset.dimensions());
    }

    /** Compares types and shapes; returns whether the elements can be compared. */
    private boolean comparable(
            Datatype typeA, String shapeA, Datatype typeB, String shapeB, String path, String attribute)
            throws IOException {
        if (!ElementComparison.comparable(typeA, typeB)) {
            differ(What.TYPE, path, attribute, typeA, typeB);
            return false;
        } else if (!shapeA.equals(shapeB)) {
            differ(What.SHAPE, path, attribute, shapeA, shapeB);
            return false;
        }
        return true;
    }

    private void attributes(StoredObject a, StoredObject b, String path) throws IOException {
        List<String> namesA = a.attributeNames();
        Set<String> namesB = new TreeSet<>(b.attributeNames());
        for (String name : namesA) {
            if (!namesB.remove(name)) {
                differ(What.ONLY_IN_A, path, name, null, null);
                continue;
            }
            try {
                Attribute first = a.attribute(name);
                Attribute second = b.attribute(name);
                if (comparable(
                        first.datatype(), ShapeText.of(first), second.datatype(), ShapeText.of(second), path, name)) {
                    values.attributes(first, second, path);
                }
            } catch (ContainerException e) {
                problems.add(e.getMessage());
            }
        }
        for (String name : namesB) {
            differ(What.ONLY_IN_B, path, name, null, null);
        }
    }

    /** What differs. */
    enum What {
        ONLY_IN_A,
        ONLY_IN_B,
        /** The kind of object or link. */
        KIND,
        /** What a link refers to. */
        TARGET,
        /** The datatype: values cannot be compared. */
        TYPE,
        /** The dimensions: values cannot be compared. */
        SHAPE,
        VALUES,
        /** What a reference refers to. */
        REFERENCE
    }

    /**
     * A difference between two files.
     *
     * @param path in the first file; in the second one, if it is only there
     * @param attribute null if it is not about an attribute
     * @param a how it is in the first file, safe to print; null if that says nothing
     * @param count of different elements; 0 if it is not about elements
     */
    record Difference(What what, String path, String attribute, String a, String b, long count, long of) {
        /** One line. */
        String line() {
            String name = NameText.printable(attribute == null ? path : path + "@" + attribute);
            return switch (what) {
                case ONLY_IN_A -> "only in A  " + name;
                case ONLY_IN_B -> "only in B  " + name;
                case VALUES ->
                    "%-9s  %s  %,d of %,d differ, the first: %s".formatted("values", name, count, of, sides());
                default -> "%-9s  %s  %s".formatted(Choices.name(what), name, sides());
            };
        }

        private String sides() {
            return a + " | " + b;
        }

        /** Writes the fields of a JSON object. */
        void write(JsonGenerator json) throws IOException {
            json.writeStringField("what", Choices.name(what));
            json.writeStringField("path", path);
            if (attribute != null) {
                json.writeStringField("attribute", attribute);
            }
            if (a != null || b != null) {
                json.writeStringField("a", a);
                json.writeStringField("b", b);
            }
            if (what == What.VALUES) {
                json.writeNumberField("count", count);
                json.writeNumberField("of", of);
            }
        }
    }
}
