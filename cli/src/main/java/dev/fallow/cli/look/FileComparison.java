package dev.fallow.cli.look;

import dev.fallow.Attribute;
import dev.fallow.CommittedDatatype;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.LinkKind;
import dev.fallow.StoredObject;
import dev.fallow.cli.column.ColumnMemory;
import dev.fallow.cli.column.PairSet;
import dev.fallow.cli.look.Difference.What;
import dev.fallow.cli.text.ShapeText;
import dev.fallow.options.Progress;
import dev.fallow.value.NameText;
import dev.fallow.value.Reference;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares two files, or an object of each: links and kinds of objects, datatypes and dimensions, attributes, elements. A
 * pair of objects is compared once, however many paths lead to it.
 */
final class FileComparison {
    /** Less than the bytes of any object with its link. */
    private static final int LEAST_OBJECT = 16;

    private final ContainerFile fileA;
    private final ContainerFile fileB;
    private final Progress progress;
    private final Visitor visitor;
    private final ValueComparison values;

    /** More pairs than objects fit into both files are due to cycles of different lengths. */
    private long mostPairs;

    /** The pairs of objects that have the same path. */
    private final PairSet pairs = new PairSet(new ColumnMemory());
    /** Pairs of groups whose links are being compared, the innermost first. */
    private final Deque<Groups> open = new ArrayDeque<>();
    /** Pairs of objects that references lead to, and where one of the references is. */
    private final Map<Pair, Difference> referred = new HashMap<>();

    private record Pair(long a, long b) {}

    /** Two groups, with the links of each that are still to be compared. */
    private static final class Groups {
        private final Iterator<Link> linksA;
        private final Iterator<Link> linksB;
        private final String prefix;
        private Link a;
        private Link b;

        Groups(Group a, Group b, String path) {
            linksA = a.linkIterator();
            linksB = b.linkIterator();
            prefix = path.endsWith("/") ? path : path + "/";
            nextA();
            nextB();
        }

        private void nextA() {
            a = linksA.hasNext() ? linksA.next() : null;
        }

        private void nextB() {
            b = linksB.hasNext() ? linksB.next() : null;
        }

        boolean hasNext() {
            return a != null || b != null;
        }

        /** Takes the next name, of one group or of both; the links are null where there is none. */
        Link[] next() {
            int order = a == null ? 1 : b == null ? -1 : a.name().compareTo(b.name());
            Link[] next = {order <= 0 ? a : null, order >= 0 ? b : null};
            if (order <= 0) {
                nextA();
            }
            if (order >= 0) {
                nextB();
            }
            return next;
        }
    }

    /** Receives what is found. */
    interface Visitor {
        /** Receives a difference. */
        void differ(Difference difference) throws IOException;

        /** Receives the reason why something cannot be compared. */
        void fail(String problem) throws IOException;
    }

    FileComparison(ContainerFile fileA, ContainerFile fileB, Tolerance tolerance, Progress progress, Visitor visitor) {
        this.progress = progress;
        this.fileA = fileA;
        this.fileB = fileB;
        this.visitor = visitor;
        values = new ValueComparison(tolerance, visitor, this::sameReference);
    }

    /** Compares an object of each file. */
    void compare(String pathA, String pathB) throws IOException {
        mostPairs = 1 + (fileA.allocatedBytes() + fileB.allocatedBytes()) / LEAST_OBJECT;
        objects(fileA.root().get(pathA), fileB.root().get(pathB), pathA);
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
                visitor.fail(e.getMessage());
            }
        }
        progress.at(pairs.size(), pairs.size());
        for (Map.Entry<Pair, Difference> pair : referred.entrySet()) {
            if (!pairs.contains(pair.getKey().a, pair.getKey().b)) {
                visitor.differ(pair.getValue());
            }
        }
    }

    private void links(Link a, Link b, String prefix) throws IOException {
        String path = prefix + (a == null ? b : a).name();
        if (b == null) {
            visitor.differ(Difference.of(What.ONLY_IN_A, path, null, null, null));
        } else if (a == null) {
            visitor.differ(Difference.of(What.ONLY_IN_B, path, null, null, null));
        } else if (a.kind() != b.kind()) {
            visitor.differ(Difference.of(What.KIND, path, null, kind(fileA, a), kind(fileB, b)));
        } else if (a.kind() == LinkKind.HARD) {
            hardLinks(a, b, path);
        } else if (a.kind() != LinkKind.USER_DEFINED && !target(a).equals(target(b))) {
            visitor.differ(Difference.of(
                    What.TARGET, path, null, NameText.printable(target(a)), NameText.printable(target(b))));
        }
    }

    private void hardLinks(Link linkA, Link linkB, String path) throws IOException {
        if (pairs.contains(linkA.address(), linkB.address())) {
            return;
        }
        try {
            StoredObject a = fileA.get(new Reference.ToObject(linkA.address()));
            objects(a, fileB.get(new Reference.ToObject(linkB.address())), path);
        } catch (ContainerException e) {
            visitor.fail(e.getMessage());
        }
    }

    private static String target(Link link) {
        return link.kind() == LinkKind.EXTERNAL ? link.file() + ":" + link.target() : link.target();
    }

    private static String kind(ContainerFile file, Link link) {
        if (link.kind() != LinkKind.HARD) {
            return link.kind().name().toLowerCase(Locale.ROOT).replace('_', '-') + " link";
        }
        try {
            return kind(file.get(new Reference.ToObject(link.address())));
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
            visitor.differ(Difference.of(What.KIND, path, null, kind(a), kind(b)));
            return;
        }
        attributes(a, b, path);
        if (a instanceof Group group) {
            open.push(new Groups(group, (Group) b, path));
        } else if (a instanceof Dataset dataset) {
            datasets(dataset, (Dataset) b, path);
        } else {
            datatypes((CommittedDatatype) a, (CommittedDatatype) b, path);
        }
    }

    private void datatypes(CommittedDatatype a, CommittedDatatype b, String path) throws IOException {
        String nameA = a.datatype().toString();
        if (!a.datatype().equals(b.datatype()) && !nameA.equals(b.datatype().toString())) {
            visitor.differ(Difference.of(What.TYPE, path, null, nameA, b.datatype()));
        }
    }

    private void datasets(Dataset a, Dataset b, String path) throws IOException {
        if (!ElementComparison.comparable(a.datatype(), b.datatype())) {
            visitor.differ(Difference.of(What.TYPE, path, null, a.datatype(), b.datatype()));
        } else if (!Arrays.equals(a.dimensions(), b.dimensions())) {
            String shape = ShapeText.of(a.dimensions());
            visitor.differ(Difference.of(What.SHAPE, path, null, shape, ShapeText.of(b.dimensions())));
        } else {
            values.datasets(a, b, path);
        }
    }

    private void attributes(StoredObject a, StoredObject b, String path) throws IOException {
        List<String> namesA = a.attributeNames();
        Set<String> namesB = new TreeSet<>(b.attributeNames());
        for (String name : namesA) {
            if (!namesB.remove(name)) {
                visitor.differ(Difference.of(What.ONLY_IN_A, path, name, null, null));
                continue;
            }
            try {
                attributes(a.attribute(name), b.attribute(name), path);
            } catch (ContainerException e) {
                visitor.fail(e.getMessage());
            }
        }
        for (String name : namesB) {
            visitor.differ(Difference.of(What.ONLY_IN_B, path, name, null, null));
        }
    }

    private void attributes(Attribute a, Attribute b, String path) throws IOException {
        if (!ElementComparison.comparable(a.datatype(), b.datatype())) {
            visitor.differ(Difference.of(What.TYPE, path, a.name(), a.datatype(), b.datatype()));
        } else if (!Arrays.equals(a.dimensions(), b.dimensions())) {
            String shape = ShapeText.of(a.dimensions());
            visitor.differ(Difference.of(What.SHAPE, path, a.name(), shape, ShapeText.of(b.dimensions())));
        } else {
            values.attributes(a, b, path);
        }
    }

    /** Equal, until the objects that they lead to turn out to have different paths. */
    private boolean sameReference(Reference a, Reference b, String path, String attribute) {
        if (a.getClass() != b.getClass() || !Objects.equals(a.file(), b.file())) {
            return false;
        }
        boolean same = true;
        if (a instanceof Reference.ToRegion region) {
            same = region.selection().equals(((Reference.ToRegion) b).selection());
        } else if (a instanceof Reference.ToAttribute named) {
            same = named.name().equals(((Reference.ToAttribute) b).name());
        }
        referred.computeIfAbsent(
                new Pair(a.address(), b.address()),
                pair -> Difference.of(
                        What.REFERENCE, path, attribute, "address " + a.address(), "address " + b.address()));
        return same;
    }
}
