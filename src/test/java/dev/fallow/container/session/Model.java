package dev.fallow.container.session;

import dev.fallow.oracle.ObjectKind;
import dev.fallow.oracle.chunk.Chunking;
import dev.fallow.oracle.snapshot.ObjectSnapshot;
import dev.fallow.oracle.type.ReferenceType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A container as plain Java objects: named links to shared objects. An object exists as long as it is reachable, so
 * that no reference counts are needed here. Edits that every editor must refuse throw {@link Refused}.
 */
public final class Model implements Editor {
    /** An edit that the model refuses, and every editor must refuse. */
    public static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(String message) {
            super(message);
        }
    }

    /** The target of a link: an object, or for a soft or external link a text. */
    private record Target(Node object, ObjectKind kind, String text) {
        static Target to(Node object) {
            return new Target(object, null, null);
        }
    }

    /**
     * An attribute.
     *
     * @param sharedType its committed datatype, or null
     * @param renamed whether it had another name before
     */
    private record ModelAttribute(Content content, Node sharedType, boolean renamed) {
        ModelAttribute(Content content, Node sharedType) {
            this(content, sharedType, false);
        }
    }

    /** An object. The maps are in creation order. */
    private static final class Node {
        final ObjectKind kind;
        final boolean tracked;
        final Map<String, Target> links = new LinkedHashMap<>();
        final Map<String, ModelAttribute> attributes = new LinkedHashMap<>();
        /** The content of a dataset; for a committed datatype a content whose elements are ignored. */
        Content content;
        /** The committed datatype of a dataset, or null. */
        Node sharedType;
        /** The storage of a chunked dataset, otherwise null. */
        Chunking chunking;

        Node(ObjectKind kind, boolean tracked) {
            this.kind = kind;
            this.tracked = tracked;
        }
    }

    private final Node root;
    private boolean inherits;

    /** @param tracked whether the root group tracks the creation order */
    public Model(boolean tracked) {
        root = new Node(ObjectKind.GROUP, tracked);
    }

    /** Sets whether the editor that makes the next edits lets new objects track creation order as their groups do: Fallow does. */
    public void setInherits(boolean inherits) {
        this.inherits = inherits;
    }

    private Node created(ObjectKind kind, String path, boolean tracked) {
        return new Node(kind, tracked || inherits && parent(path).tracked);
    }

    @Override
    public Set<Operation> operations() {
        return EnumSet.allOf(Operation.class);
    }

    @Override
    public boolean stores(Content content) {
        return true;
    }

    @Override
    public void createGroup(String path, boolean tracked) {
        put(path, Target.to(created(ObjectKind.GROUP, path, tracked)));
    }

    @Override
    public void createDataset(String path, Content content, boolean compact) {
        Node dataset = created(ObjectKind.DATASET, path, false);
        dataset.content = content;
        put(path, Target.to(dataset));
    }

    @Override
    public void commitType(String path, Content content) {
        Node type = created(ObjectKind.DATATYPE, path, false);
        type.content = content;
        put(path, Target.to(type));
    }

    @Override
    public void createDatasetOfType(String path, String typePath, Content content) {
        Node dataset = created(ObjectKind.DATASET, path, false);
        dataset.content = content;
        dataset.sharedType = object(typePath);
        put(path, Target.to(dataset));
    }

    @Override
    public void delete(String path) {
        link(path);
        parent(path).links.remove(name(path));
    }

    @Override
    public void move(String from, String to) {
        Target target = link(from);
        requireOutside(target, to);
        put(to, target);
        parent(from).links.remove(name(from));
    }

    @Override
    public void createHardLink(String existing, String path) {
        Target target = Target.to(object(existing));
        requireOutside(target, path);
        put(path, target);
    }

    @Override
    public void createSoftLink(String target, String path) {
        put(path, new Target(null, ObjectKind.SOFT_LINK, target));
    }

    @Override
    public void createExternalLink(String file, String target, String path) {
        put(path, new Target(null, ObjectKind.EXTERNAL_LINK, file + ":" + target));
    }

    @Override
    public void copy(String from, String to) {
        Node source = object(from);
        requireOutside(Target.to(source), to);
        put(to, Target.to(copy(source, new IdentityHashMap<>())));
    }

    private static Node copy(Node source, Map<Node, Node> copies) {
        Node known = copies.get(source);
        if (known != null) {
            return known;
        }
        Node copy = new Node(source.kind, source.tracked);
        copies.put(source, copy);
        copy.content = source.content;
        copy.chunking = source.chunking;
        copy.sharedType = source.sharedType == null ? null : copy(source.sharedType, copies);
        source.attributes.forEach((name, attribute) -> copy.attributes.put(
                name,
                new ModelAttribute(
                        attribute.content(),
                        attribute.sharedType() == null ? null : copy(attribute.sharedType(), copies))));
        source.links.forEach((name, target) ->
                copy.links.put(name, target.object() == null ? target : Target.to(copy(target.object(), copies))));
        return copy;
    }

    @Override
    public void write(String path, Content content) {
        Node dataset = object(path);
        if (!content.type().equals(dataset.content.type())
                || !content.dimensions().equals(dataset.content.dimensions())) {
            throw new Refused(path + " has another type or shape");
        }
        dataset.content = content;
    }

    @Override
    public void createChunked(String path, Content content, Chunking chunking, boolean written) {
        Node dataset = created(ObjectKind.DATASET, path, false);
        dataset.content = content;
        dataset.chunking = chunking;
        put(path, Target.to(dataset));
    }

    @Override
    public void writePart(String path, List<Long> start, Content part, boolean inPlace) {
        Node dataset = object(path);
        dataset.content = ChunkedContents.withPart(dataset.content, start, part);
    }

    @Override
    public void append(String path, int dimension, Content rows) {
        Node dataset = object(path);
        Content old = dataset.content;
        List<Long> grown = new ArrayList<>(old.dimensions());
        grown.set(dimension, grown.get(dimension) + rows.dimensions().get(dimension));
        resize(path, grown);
        List<Long> start = new ArrayList<>(Collections.nCopies(grown.size(), 0L));
        start.set(dimension, old.dimensions().get(dimension));
        dataset.content = ChunkedContents.withPart(dataset.content, start, rows);
    }

    @Override
    public void resize(String path, List<Long> dimensions) {
        Node dataset = object(path);
        if (dataset.chunking == null) {
            throw new Refused(path + " has no chunks");
        }
        for (int i = 0; i < dimensions.size(); i++) {
            long most = dataset.chunking.most().get(i);
            if (most >= 0 && dimensions.get(i) > most) {
                throw new Refused(path + " cannot have the dimensions " + dimensions);
            }
        }
        dataset.content = ChunkedContents.resized(dataset.content, dimensions, dataset.chunking.fill());
    }

    @Override
    public void createAttribute(String path, String name, Content content) {
        add(path, name, new ModelAttribute(content, null));
    }

    @Override
    public void createAttributeOfType(String path, String name, String typePath, Content content) {
        add(path, name, new ModelAttribute(content, object(typePath)));
    }

    private void add(String path, String name, ModelAttribute attribute) {
        if (object(path).attributes.putIfAbsent(name, attribute) != null) {
            throw new Refused(path + " has an attribute " + name);
        }
    }

    @Override
    public void replaceAttribute(String path, String name, Content content) {
        deleteAttribute(path, name);
        createAttribute(path, name, content);
    }

    @Override
    public void renameAttribute(String path, String from, String to) {
        Node object = object(path);
        if (!object.attributes.containsKey(from) || object.attributes.containsKey(to)) {
            throw new Refused(path + " has no attribute " + from + ", or one of the name " + to);
        }
        Map<String, ModelAttribute> renamed = new LinkedHashMap<>();
        object.attributes.forEach((name, attribute) -> {
            boolean isIt = name.equals(from);
            renamed.put(
                    isIt ? to : name,
                    isIt ? new ModelAttribute(attribute.content, attribute.sharedType, true) : attribute);
        });
        object.attributes.clear();
        object.attributes.putAll(renamed);
    }

    @Override
    public void deleteAttribute(String path, String name) {
        if (object(path).attributes.remove(name) == null) {
            throw new Refused(path + " has no attribute " + name);
        }
    }

    @Override
    public void flush() {
        // nothing is buffered
    }

    @Override
    public void close() {
        // no resources to release
    }

    /** Returns the paths of all links, in the order of the walk, without the root group. */
    public List<String> paths() {
        return new ArrayList<>(picture().objects().keySet());
    }

    /** Returns the number of links of a group, 0 for other objects. */
    public int linkCount(String path) {
        Node object = find(path);
        return object == null ? 0 : object.links.size();
    }

    /** Returns the names of an object's attributes, in creation order. */
    public List<String> attributeNames(String path) {
        return List.copyOf(object(path).attributes.keySet());
    }

    /** Returns the kind of the object at a path; soft and external links are not followed. */
    public ObjectKind kind(String path) {
        if (path.equals("/")) {
            return ObjectKind.GROUP;
        }
        Target target = link(path);
        return target.object() == null ? target.kind() : target.object().kind;
    }

    /** Returns how a chunked dataset is stored, null for other objects. */
    public Chunking chunking(String path) {
        Node object = find(path);
        return object == null ? null : object.chunking;
    }

    /** Returns the content of a dataset or a committed datatype. */
    public Content content(String path) {
        return object(path).content;
    }

    /**
     * Returns whether a hard link to the object at {@code path} would create a cycle if its path were {@code inside}.
     */
    public boolean isWithin(String path, String inside) {
        Target target = path.equals("/") ? Target.to(root) : link(path);
        return target.object() != null && reaches(target.object(), parent(inside));
    }

    /** Returns the number of objects that a copy of the object creates, including the object itself. */
    public int objectsBelow(String path) {
        Set<Node> below = Collections.newSetFromMap(new IdentityHashMap<>());
        collect(object(path), below);
        return below.size();
    }

    private static void collect(Node node, Set<Node> below) {
        if (below.add(node)) {
            node.links.values().stream()
                    .filter(target -> target.object() != null)
                    .forEach(target -> collect(target.object(), below));
        }
    }

    private static void collectTypes(Node node, Set<Node> below) {
        List<Node> types = new ArrayList<>();
        types.add(node.sharedType);
        node.attributes.values().forEach(attribute -> types.add(attribute.sharedType));
        for (Node type : types) {
            if (type != null && below.add(type)) {
                collectTypes(type, below);
            }
        }
    }

    /** Whether an attribute has the committed datatype as whose attribute it is stored. */
    public boolean isOfOwnType(String path, String name) {
        Node object = object(path);
        return object.attributes.get(name).sharedType == object;
    }

    /** Whether an attribute of an object that tracks creation order has been renamed. */
    public boolean isRenamedInOrder(String path, String name) {
        Node object = object(path);
        return object.tracked && object.attributes.get(name).renamed;
    }

    /**
     * Returns whether the content of an object, of one of its descendants, of one of their attributes, or of an attribute of the
     * committed datatypes that they use, satisfies a predicate: all that is copied with the object.
     */
    public boolean anyBelow(String path, Predicate<Content> predicate) {
        Set<Node> below = Collections.newSetFromMap(new IdentityHashMap<>());
        collect(object(path), below);
        for (Node node : List.copyOf(below)) {
            collectTypes(node, below);
        }
        return below.stream()
                .anyMatch(node -> node.content != null && predicate.test(node.content)
                        || node.attributes.values().stream()
                                .anyMatch(attribute -> predicate.test(attribute.content())));
    }

    /** Returns the content that every reader must find. */
    public Picture picture() {
        return new Walk().picture();
    }

    private final class Walk {
        private final Map<Node, String> met = new IdentityHashMap<>();
        private final Map<Node, Integer> counts = new IdentityHashMap<>();
        private final Set<Node> counted = Collections.newSetFromMap(new IdentityHashMap<>());
        private final SortedMap<String, ObjectSnapshot> objects = new TreeMap<>();
        private final SortedMap<String, List<String>> linkOrder = new TreeMap<>();
        private final SortedMap<String, List<String>> attributeOrder = new TreeMap<>();

        Picture picture() {
            visit(root, "/");
            counts.merge(root, 1, Integer::sum);
            count(root);
            SortedMap<String, Integer> linkCounts = new TreeMap<>();
            met.forEach((node, path) -> linkCounts.put(path, counts.get(node)));
            return new Picture(objects, linkCounts, linkOrder, attributeOrder);
        }

        private void visit(Node node, String path) {
            met.put(node, path);
            objects.put(path, snapshot(node));
            if (node.tracked) {
                attributeOrder.put(path, List.copyOf(node.attributes.keySet()));
                if (node.kind == ObjectKind.GROUP) {
                    linkOrder.put(path, List.copyOf(node.links.keySet()));
                }
            }
            new TreeMap<>(node.links).forEach((name, target) -> {
                String child = (path.equals("/") ? "/" : path + "/") + name;
                if (target.object() == null) {
                    objects.put(child, ObjectSnapshot.link(target.kind(), target.text()));
                } else if (met.containsKey(target.object())) {
                    objects.put(child, ObjectSnapshot.link(ObjectKind.SAME_OBJECT, met.get(target.object())));
                } else {
                    visit(target.object(), child);
                }
            });
        }

        /**
         * Counts the references of every reachable object; a committed datatype may be reachable only through its
         * users.
         */
        private void count(Node node) {
            if (!counted.add(node)) {
                return;
            }
            List<Node> uses = new ArrayList<>();
            node.links.values().stream().map(Target::object).forEach(uses::add);
            uses.add(node.sharedType);
            node.attributes.values().stream().map(ModelAttribute::sharedType).forEach(uses::add);
            uses.removeIf(used -> used == null);
            for (Node used : uses) {
                counts.merge(used, 1, Integer::sum);
                count(used);
            }
        }
    }

    private static ObjectSnapshot snapshot(Node node) {
        ReferenceType type = node.content == null ? null : node.content.type();
        ObjectSnapshot snapshot = switch (node.kind) {
            case DATASET -> ObjectSnapshot.dataset(type, node.content.shape(), node.content.values());
            case DATATYPE -> ObjectSnapshot.datatype(type);
            default -> ObjectSnapshot.group();
        };
        for (Map.Entry<String, ModelAttribute> attribute : node.attributes.entrySet()) {
            snapshot = snapshot.with(
                    attribute.getKey(), attribute.getValue().content().asAttribute());
        }
        return snapshot;
    }

    private void put(String path, Target target) {
        if (parent(path).links.putIfAbsent(name(path), target) != null) {
            throw new Refused(path + " exists");
        }
    }

    private Target link(String path) {
        Target target = parent(path).links.get(name(path));
        if (target == null) {
            throw new Refused(path + " does not exist");
        }
        return target;
    }

    private Node object(String path) {
        Node node = find(path);
        if (node == null) {
            throw new Refused(path + " is no object");
        }
        return node;
    }

    /** Returns the object at a path, or null. */
    private Node find(String path) {
        Node node = root;
        for (String name : path.substring(1).split("/")) {
            if (!name.isEmpty()) {
                Target target = node.links.get(name);
                if (target == null || target.object() == null) {
                    return null;
                }
                node = target.object();
            }
        }
        return node;
    }

    private Node parent(String path) {
        Node parent = object(path.substring(0, Math.max(1, path.lastIndexOf('/'))));
        if (parent.kind != ObjectKind.GROUP) {
            throw new Refused(path + " would lie in what is no group");
        }
        return parent;
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Refuses cycles, which reference counting never deletes, and which these sessions do not cover. */
    private void requireOutside(Target target, String path) {
        if (target.object() != null && reaches(target.object(), parent(path))) {
            throw new Refused(path + " lies below what is to be linked there");
        }
    }

    private static boolean reaches(Node from, Node to) {
        return from == to
                || from.links.values().stream()
                        .anyMatch(target -> target.object() != null && reaches(target.object(), to));
    }
}
