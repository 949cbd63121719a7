package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** The expected content of a container: simple objects in memory that refer to each other. */
public final class Model {
    final Node root;

    /** An empty container. */
    public Model() {
        this(new Node(null, GroupOptions.defaults().withCreationOrder(CreationOrder.UNTRACKED)));
    }

    private Model(Node root) {
        this.root = root;
    }

    /** An object; a group if it has no value. */
    public static final class Node {
        /** The elements of a dataset, in row-major order; null for a group. */
        public int[] value;

        /** The dimensions of a chunked dataset; null for others. */
        public long[] dimensions;

        /** The limits of these dimensions. */
        long[] limits;

        final GroupOptions options;
        final TreeMap<String, Object> attributes = new TreeMap<>();
        /** In creation order. */
        final LinkedHashMap<String, Target> links = new LinkedHashMap<>();

        Node(int[] value, GroupOptions options) {
            this.value = value;
            this.options = options;
        }

        boolean isGroup() {
            return value == null;
        }
    }

    /**
     * The target of a link.
     *
     * @param node of a hard link; otherwise null
     * @param file of an external link; otherwise null
     * @param path of a soft or external link; otherwise null
     */
    record Target(Node node, String file, String path) {
        static Target hard(Node node) {
            return new Target(node, null, null);
        }

        static Target soft(String path) {
            return new Target(null, null, path);
        }

        Link link(String name, Map<Node, Long> addresses, OptionalLong order) {
            if (node != null) {
                return new Link.Hard(name, addresses.get(node), order);
            }
            return file == null ? new Link.Soft(name, path, order) : new Link.External(name, file, path, order);
        }
    }

    /** Adds a link of the root group to an object. */
    public void put(String name, Node node) {
        root.links.put(name, Target.hard(node));
    }

    static String child(String parent, String name) {
        return parent.equals("/") ? parent + name : parent + "/" + name;
    }

    /** Every reachable object with one of its paths, in breadth-first order. */
    public Map<Node, String> objects() {
        return below(root, "/");
    }

    /** Every object that is reachable from another. */
    static Map<Node, String> below(Node start, String path) {
        Map<Node, String> found = new LinkedHashMap<>(); // by identity, because nodes do not override equals
        Deque<Node> toVisit = new ArrayDeque<>();
        found.put(start, path);
        toVisit.add(start);
        while (!toVisit.isEmpty()) {
            Node node = toVisit.remove();
            node.links.forEach((name, target) -> {
                if (target.node != null && found.putIfAbsent(target.node, child(found.get(node), name)) == null) {
                    toVisit.add(target.node);
                }
            });
        }
        return found;
    }

    /** Copies a tree, preserving shared nodes. */
    static Node copy(Node tree) {
        return copy(tree, new IdentityHashMap<>());
    }

    /**
     * A copy of the current state.
     *
     * @param copies receives the copy of each object
     */
    public Model snapshot(Map<Node, Node> copies) {
        return new Model(copy(root, copies));
    }

    private static Node copy(Node tree, Map<Node, Node> copies) {
        for (Node node : below(tree, "").keySet()) {
            Node copy = new Node(node.value == null ? null : node.value.clone(), node.options);
            copy.dimensions = node.dimensions;
            copy.limits = node.limits;
            copy.attributes.putAll(node.attributes);
            copies.put(node, copy);
        }
        copies.forEach((node, copy) -> node.links.forEach((name, target) ->
                copy.links.put(name, target.node == null ? target : Target.hard(copies.get(target.node)))));
        return copies.get(tree);
    }

    /** Compares a container with this model. */
    void assertEqual(ContainerFile file, String where) {
        assertEqual(file, Set.of(), where);
    }

    /**
     * Compares a container with this model.
     *
     * @param uncertain datasets whose values are not compared
     */
    public void assertEqual(ContainerFile file, Set<Node> uncertain, String where) {
        Map<Node, Integer> links = new IdentityHashMap<>();
        Map<Node, Long> addresses = new IdentityHashMap<>();
        Map<Long, Node> nodes = new HashMap<>();
        objects().forEach((node, path) -> {
            String at = where + " " + path;
            StoredObject object = file.root().get(path);
            assertThat(object instanceof Group).as(at).isEqualTo(node.isGroup());
            assertThat(nodes.put(object.address(), node)).as(at).isNull();
            addresses.put(node, object.address());
            assertThat(object.attributeNames()).as(at).isEqualTo(List.copyOf(node.attributes.keySet()));
            node.attributes.forEach(
                    (name, value) -> assertThat(object.attribute(name).read())
                            .as(at + "@" + name)
                            .isEqualTo(value));
            if (object instanceof Dataset dataset && !uncertain.contains(node)) {
                assertThat(ChunkedSteps.elements(dataset)).as(at).isEqualTo(node.value);
            }
            if (object instanceof Dataset dataset && node.dimensions != null) {
                assertThat(dataset.dimensions()).as(at).isEqualTo(node.dimensions);
                assertThat(dataset.maxDimensions()).as(at).isEqualTo(node.limits);
            }
            node.links
                    .values()
                    .forEach(target -> links.merge(
                            target.node == null ? root : target.node, target.node == null ? 0 : 1, Integer::sum));
        });
        links.merge(root, 1, Integer::sum); // from the superblock
        objects().forEach((node, path) -> {
            StoredObject object = file.root().get(path);
            assertThat(object.linkCount())
                    .as(where + " " + path)
                    .isEqualTo(links.get(node).longValue());
            if (object instanceof Group group) {
                assertLinks(group, node, addresses, where + " " + path);
            }
        });
        assertThat(addresses.values().stream().distinct().count())
                .as(where)
                .isEqualTo(new HashSet<>(file.root().listRecursively().stream()
                                        .map(Entry::address)
                                        .filter(address -> address >= 0
                                                && address != file.root().address())
                                        .toList())
                                .size()
                        + 1);
    }

    private static void assertLinks(Group group, Node node, Map<Node, Long> addresses, String where) {
        assertThat(group.options().creationOrder()).as(where).isEqualTo(node.options.creationOrder());
        List<String> names = new ArrayList<>(node.links.keySet());
        if (node.options.creationOrder().tracked()) {
            assertThat(group.links(LinkOrder.CREATION).stream().map(Link::name))
                    .as(where)
                    .containsExactlyElementsOf(names);
            assertThat(group.links(LinkOrder.CREATION))
                    .as(where)
                    .isSortedAccordingTo(Comparator.comparingLong(
                            link -> link.creationOrder().orElseThrow()));
        }
        names.sort(null);
        assertThat(group.names()).as(where).isEqualTo(names);
        for (Link link : group.links()) {
            Target target = node.links.get(link.name());
            String at = where + " -> " + link.name();
            assertThat(link).as(at).isEqualTo(target.link(link.name(), addresses, link.creationOrder()));
        }
    }
}
