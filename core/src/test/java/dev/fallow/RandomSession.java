package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.Model.Node;
import dev.fallow.Model.Target;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceReport;
import dev.fallow.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A random session on a container in memory, compared with a simple model. After every operation the space is accounted
 * for to the byte; occasionally the container is closed, reopened and compared with the model.
 */
public final class RandomSession {
    private static final int MOST_OBJECTS = 48;
    private static final int MOST_LINKS_IN_A_GROUP = 12;

    private final long seed;
    private final Random random;
    private final Model model;
    /** The objects at the start of the step. */
    private Map<Node, String> objects;

    /** Receives each dataset before its elements are overwritten in place. */
    private final Consumer<Node> overwriting;

    /** The steps on chunked datasets, a half of all; null if there are none. */
    private ChunkedSteps chunked;

    private final FreeSpaceBackend backend;
    private final SpaceSettings space;
    private final boolean persistent;
    private final long cacheBytes;
    private final Medium medium;
    private ContainerFile container;
    private int step;
    private int nextName;
    private long digest;

    /** The storage of the container between sessions. */
    interface Medium {
        Medium MEMORY = new Medium() {
            @Override
            public ContainerFile create(CreateOptions options) {
                return ContainerFile.createInMemory(options);
            }

            @Override
            public byte[] content(ContainerFile closed) {
                return closed.toByteArray();
            }

            @Override
            public ContainerFile open(byte[] content, OpenOptions options) {
                return ContainerFile.openBytes(content, options);
            }
        };

        ContainerFile create(CreateOptions options);

        byte[] content(ContainerFile closed);

        /** Reopens the container with this content. */
        ContainerFile open(byte[] content, OpenOptions options);
    }

    RandomSession(long seed, FreeSpaceBackend backend) {
        this(seed, backend, SpaceSettings.defaults(), true);
    }

    RandomSession(long seed, FreeSpaceBackend backend, SpaceSettings space, boolean persistent) {
        this(seed, backend, space, persistent, Medium.MEMORY, FileFormat.LATEST);
    }

    RandomSession(long seed, FreeSpaceBackend backend, SpaceSettings space, boolean persistent, FileFormat format) {
        this(seed, backend, space, persistent, Medium.MEMORY, format);
    }

    RandomSession(long seed, FreeSpaceBackend backend, SpaceSettings space, boolean persistent, Medium medium) {
        this(seed, backend, space, persistent, medium, FileFormat.LATEST);
    }

    private RandomSession(
            long seed,
            FreeSpaceBackend backend,
            SpaceSettings space,
            boolean persistent,
            Medium medium,
            FileFormat format) {
        this.seed = seed;
        this.medium = medium;
        model = new Model();
        overwriting = node -> {};
        this.backend = backend;
        this.space = space;
        this.persistent = persistent && space.strategy().tracks();
        cacheBytes = seed % 2 == 0 ? 32L << 20 : 1_000; // a small cache exposes other errors
        container = medium.create(CreateOptions.defaults()
                .withBackend(backend)
                .withFormat(format)
                .withSpace(space)
                .withPersistFreeSpace(persistent)
                .withCacheBytes(cacheBytes));
        random = new Random(seed);
    }

    /**
     * A session on a container that the caller opens and closes.
     *
     * @param model the expected content, updated by each step
     * @param firstName the number of the first new name
     * @param overwriting receives each dataset before its elements are overwritten in place
     */
    public RandomSession(ContainerFile container, Model model, long seed, int firstName, Consumer<Node> overwriting) {
        this.seed = seed;
        medium = Medium.MEMORY;
        this.container = container;
        this.model = model;
        this.overwriting = overwriting;
        nextName = firstName;
        backend = FreeSpaceBackend.ORDERED;
        space = SpaceSettings.defaults();
        persistent = true;
        cacheBytes = 0;
        random = new Random(seed);
    }

    /** Makes half of the steps on chunked datasets. */
    public RandomSession withChunks() {
        chunked = new ChunkedSteps(random, overwriting);
        return this;
    }

    /** Executes one operation. */
    public void step() {
        operate();
        step++;
    }

    /** The number of the next new name. */
    public int nextName() {
        return nextName;
    }

    /** Runs some steps and closes the container; returns its content. */
    byte[] run(int steps) {
        for (step = 0; step < steps; step++) {
            operate();
            checkSpace();
            if (random.nextInt(250) == 0) {
                reopen();
            }
        }
        reopen();
        container.close();
        return medium.content(container);
    }

    /** A hash of all allocated addresses, the same in every run and on every machine (I5). */
    long digest() {
        return digest;
    }

    private String where() {
        return Seeds.name(seed) + ", " + backend + ", " + space + (persistent ? " persistent" : "") + ", step " + step;
    }

    private void operate() {
        objects = model.objects();
        if (chunked != null && random.nextBoolean()) {
            stepOnChunks();
            return;
        }
        int choice = random.nextInt(100);
        if (objects.size() >= MOST_OBJECTS) {
            choice = 36 + random.nextInt(20);
        }
        if (choice < 10) {
            createGroup();
        } else if (choice < 32) {
            createDataset();
        } else if (choice < 36) {
            copy();
        } else if (choice < 56) {
            delete();
        } else if (choice < 62) {
            link();
        } else if (choice < 70) {
            move();
        } else if (choice < 78) {
            putAttribute();
        } else if (choice < 84) {
            deleteOrRenameAttribute();
        } else if (choice < 90) {
            write();
        } else {
            fail();
        }
    }

    private void stepOnChunks() {
        List<Found> datasets = new ArrayList<>();
        objects.forEach((node, path) -> {
            if (node.dimensions != null) {
                datasets.add(new Found(node, path));
            }
        });
        Found parent = anyGroup();
        if (datasets.isEmpty() || datasets.size() < 8 && random.nextInt(4) == 0) {
            if (parent != null && objects.size() < MOST_OBJECTS) {
                String name = newName();
                Node created = chunked.create(container, Model.child(parent.path, name));
                parent.node.links.put(name, Target.hard(created));
                note(object(Model.child(parent.path, name)));
            }
            return;
        }
        Found one = datasets.get(random.nextInt(datasets.size()));
        chunked.change(container.dataset(one.path), one.node, where());
    }

    /** An object and one of its paths. */
    private record Found(Node node, String path) {}

    private Found anyObject() {
        List<Map.Entry<Node, String>> all = new ArrayList<>(objects.entrySet());
        Map.Entry<Node, String> one = all.get(random.nextInt(all.size()));
        return new Found(one.getKey(), one.getValue());
    }

    /** A group with room for one more link, or null. */
    private Found anyGroup() {
        List<Found> groups = new ArrayList<>();
        objects.forEach((node, path) -> {
            if (node.isGroup() && node.links.size() < MOST_LINKS_IN_A_GROUP) {
                groups.add(new Found(node, path));
            }
        });
        return groups.isEmpty() ? null : groups.get(random.nextInt(groups.size()));
    }

    /** The name of a link of a group, or null. */
    private String anyLink(Node group) {
        List<String> names = new ArrayList<>(group.links.keySet());
        return names.isEmpty() ? null : names.get(random.nextInt(names.size()));
    }

    private StoredObject object(String path) {
        return container.root().get(path);
    }

    private String newName() {
        return "n" + nextName++ + "x".repeat(random.nextInt(12)) + (random.nextInt(9) == 0 ? "\u00e9" : "");
    }

    private void createGroup() {
        Found parent = anyGroup();
        if (parent == null) {
            return;
        }
        GroupOptions options = GroupOptions.defaults()
                .withCreationOrder(CreationOrder.values()[random.nextInt(3)])
                .withAttributes(
                        AttributeOptions.defaults().withCreationOrder(CreationOrder.values()[random.nextInt(3)]));
        if (random.nextInt(4) == 0) {
            options = options.withPhaseChange(3, 2)
                    .withAttributes(options.attributes().withPhaseChange(2, 1));
        }
        String name = newName();
        note(container.group(parent.path).createGroup(name, options));
        parent.node.links.put(name, Target.hard(new Node(null, options)));
    }

    private void createDataset() {
        Found parent = anyGroup();
        if (parent == null) {
            return;
        }
        String name = newName();
        String path = Model.child(parent.path, name);
        int[] value = numbers();
        Dataset dataset;
        if (random.nextInt(5) == 0) {
            dataset = container
                    .root()
                    .createDataset(path, value, DatasetOptions.defaults().withLayout(StorageLayout.COMPACT));
        } else {
            dataset = container.root().createDataset(path, value);
        }
        note(dataset);
        digest = digest * 31 + dataset.storageAddress();
        parent.node.links.put(name, Target.hard(new Node(value, null)));
    }

    private int[] numbers() {
        int[] numbers = new int[random.nextInt(4) == 0 ? random.nextInt(400) : 8 * (1 + random.nextInt(4))];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = random.nextInt();
        }
        return numbers;
    }

    private void copy() {
        Found from = anyObject();
        Found to = anyGroup();
        if (to == null || Model.below(from.node, "").size() > 10) {
            return;
        }
        String name = newName();
        container.copy(from.path, Model.child(to.path, name));
        note(object(Model.child(to.path, name)));
        to.node.links.put(name, Target.hard(Model.copy(from.node)));
    }

    private void delete() {
        Found group = anyObject();
        String name = anyLink(group.node);
        if (name == null) {
            return;
        }
        container.group(group.path).delete(name);
        group.node.links.remove(name);
    }

    private void link() {
        Found group = anyGroup();
        if (group == null) {
            return;
        }
        String name = newName();
        String path = Model.child(group.path, name);
        Found object = anyObject();
        switch (random.nextInt(4)) {
            case 0 -> {
                container.root().createSoftLink(path, object.path);
                group.node.links.put(name, Target.soft(object.path));
            }
            case 1 -> {
                container.root().createExternalLink(path, "other.h5", "/" + step);
                group.node.links.put(name, new Target(null, "other.h5", "/" + step));
            }
            case 2 -> {
                container.root().createHardLink(path, object.path);
                group.node.links.put(name, Target.hard(object.node));
            }
            default -> {
                container.group(group.path).createHardLink(name, object(object.path));
                group.node.links.put(name, Target.hard(object.node));
            }
        }
    }

    private void move() {
        Found from = anyObject();
        String name = anyLink(from.node);
        if (name == null) {
            return;
        }
        String newName = newName();
        Target target = from.node.links.get(name);
        if (random.nextBoolean()) {
            container.group(from.path).rename(name, newName);
            from.node.links.remove(name);
            from.node.links.put(newName, target);
            return;
        }
        Found to = anyGroup();
        if (to == null || to.node == from.node) {
            return;
        }
        String path = Model.child(to.path, newName);
        if (target.node() != null && leadsThrough(to.path, target.node())) {
            assertThatThrownBy(() -> container.move(Model.child(from.path, name), path))
                    .as(where())
                    .isInstanceOf(ContainerException.class)
                    .hasMessageContaining("into itself");
            return;
        }
        container.move(Model.child(from.path, name), path);
        from.node.links.remove(name);
        to.node.links.put(newName, target);
    }

    /** Whether a path leads through a group. */
    private boolean leadsThrough(String path, Node node) {
        Node at = model.root;
        if (at == node) {
            return true;
        }
        for (String name : path.substring(1).split("/")) {
            if (!name.isEmpty()) {
                at = at.links.get(name).node();
                if (at == node) {
                    return true;
                }
            }
        }
        return false;
    }

    private void putAttribute() {
        Found object = anyObject();
        // a version 1 header cannot store a large value elsewhere
        boolean large = container.info().superblockVersion() == 3;
        String name = "a" + random.nextInt(14);
        Object value = switch (random.nextInt(4)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextDouble();
            case 2 -> "text " + "x".repeat(random.nextInt(30));
            default -> large && random.nextInt(30) == 0 ? new long[9_000] : numbers(); // too large for a header
        };
        object(object.path).putAttribute(name, value);
        object.node.attributes.put(name, value);
    }

    private void deleteOrRenameAttribute() {
        Found object = anyObject();
        if (object.node.attributes.isEmpty()) {
            return;
        }
        String name = object.node.attributes.firstKey();
        if (random.nextBoolean()) {
            object(object.path).deleteAttribute(name);
            object.node.attributes.remove(name);
        } else {
            String newName = "r" + random.nextInt(1_000) + "r".repeat(random.nextInt(9));
            if (!object.node.attributes.containsKey(newName)) {
                object(object.path).renameAttribute(name, newName);
                object.node.attributes.put(newName, object.node.attributes.remove(name));
            }
        }
    }

    private void write() {
        Found object = anyObject();
        if (object.node.dimensions != null) {
            chunked.rewrite(container.dataset(object.path), object.node);
        } else if (!object.node.isGroup()) {
            int[] value = object.node.value.clone();
            for (int i = 0; i < value.length; i++) {
                value[i] = random.nextInt();
            }
            WriteMode mode = random.nextBoolean() ? WriteMode.COPY : WriteMode.IN_PLACE;
            if (mode == WriteMode.IN_PLACE) {
                overwriting.accept(object.node);
            }
            container.dataset(object.path).write(value, mode);
            object.node.value = value;
        }
    }

    /** Operations that must fail, and change nothing (I4). */
    private void fail() {
        SpaceReport before = container.space();
        long commits = container.writeStatistics().commits();
        Found object = anyObject();
        String path = object.path;
        Group root = container.root();
        switch (random.nextInt(10)) {
            case 0 -> assertFails(NoSuchObjectException.class, () -> container.delete("/nothing/here"));
            case 1 -> assertFails(ObjectExistsException.class, () -> root.createGroup(path));
            case 2 -> assertFails(ObjectExistsException.class, () -> root.createDataset(path, new int[5]));
            case 3 ->
                assertFails(NoSuchObjectException.class, () -> object(path).deleteAttribute("none"));
            case 4 -> assertFails(WrongTypeException.class, () -> object(path).putAttribute("none", new Object()));
            case 5 ->
                assertFails(
                        WrongTypeException.class,
                        () -> root.createDataset(
                                "new",
                                new int[20_000],
                                DatasetOptions.defaults().withLayout(StorageLayout.COMPACT)));
            case 6 -> assertFails(ObjectExistsException.class, () -> root.createSoftLink(path, "x"));
            case 7 -> assertFails(ObjectExistsException.class, () -> root.copy("/", path));
            case 8 -> assertFails(NoSuchObjectException.class, () -> root.createHardLink("hard", "/nothing"));
            default -> {
                String name = anyLink(model.root);
                if (name != null) {
                    assertFails(ObjectExistsException.class, () -> root.rename(name, name));
                }
            }
        }
        if (container.writeStatistics().commits() == commits) { // a change may first commit earlier ones
            assertThat(container.space()).as(where()).isEqualTo(before);
        }
    }

    private void assertFails(
            Class<? extends Exception> kind, org.assertj.core.api.ThrowableAssert.ThrowingCallable operation) {
        assertThatThrownBy(operation).as(where()).isInstanceOf(kind);
    }

    /** Notes the address of a new object, which then does not change with the next commit: in half of the sessions. */
    private void note(StoredObject created) {
        if (seed % 2 == 0) {
            digest = digest * 31 + created.address();
        }
    }

    /** I1, I2 and I3. */
    private void checkSpace() {
        SpaceReport report = container.space();
        assertThat(report.findings()).as(where()).isEmpty();
        if (persistent && space.threshold() == 1) {
            assertThat(report.untracked()).as(where()).isEmpty();
        }
        assertThat(report.liveBytes() + report.freeBytes() + report.untrackedBytes())
                .as(where())
                .isEqualTo(report.fileBytes());
        assertThat(report.fileBytes()).as(where()).isEqualTo(container.allocatedBytes());
        for (int i = 1; i < report.sections().size(); i++) {
            FreeSection before = report.sections().get(i - 1);
            FreeSection section = report.sections().get(i);
            boolean paged = space.strategy() == FileSpaceStrategy.PAGE;
            boolean touch = before.address() + before.size() == section.address()
                    && !(paged && section.address() % space.pageSize() == 0);
            assertThat(touch && before.type() == section.type())
                    .as(() -> where() + ": I3, " + before + " touches " + section)
                    .isFalse();
        }
    }

    private void reopen() {
        long free = container.freeBytes();
        container.close();
        byte[] content = medium.content(container);
        try (ContainerFile read = medium.open(content, OpenOptions.defaults().withReadOnly(true))) {
            model.assertEqual(read, where());
            SpaceReport report = read.space();
            assertThat(report.findings()).as(where()).isEmpty();
            if (persistent && space.threshold() == 1) {
                assertThat(report.untrackedBytes()).as(where()).isZero();
                assertThat(report.freeBytes()).as(where()).isEqualTo(free(content));
            }
            if (space.strategy() == FileSpaceStrategy.PAGE) {
                assertThat(content.length % space.pageSize()).as(where()).isZero();
            }
            assertThat(report.fileBytes()).as(where()).isEqualTo(content.length);
        }
        container =
                medium.open(content, OpenOptions.defaults().withBackend(backend).withCacheBytes(cacheBytes));
        if (random.nextBoolean()) {
            model.assertEqual(container, where());
        }
        digest = digest * 31 + free;
    }

    /** The free bytes of the managers when the content is opened for editing. */
    private static long free(byte[] content) {
        try (ContainerFile file = ContainerFile.openBytes(content, OpenOptions.defaults())) {
            return file.freeBytes();
        }
    }
}
