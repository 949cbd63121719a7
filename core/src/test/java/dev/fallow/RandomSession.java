package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.freespace.file.FileSpaceStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A random session on a container in memory, beside a model that is too simple to be wrong. After every operation the
 * space is accounted for to the byte; now and then the container is closed, opened again and compared with the model.
 */
final class RandomSession {
    private static final int MOST_OBJECTS = 48;
    private static final int MOST_LINKS_IN_A_GROUP = 12;

    private final long seed;
    private final Random random;
    /** The value of each dataset by path; null for a group. */
    private final TreeMap<String, int[]> objects = new TreeMap<>();
    /** The value of each attribute by "path@name". */
    private final TreeMap<String, Object> attributes = new TreeMap<>();

    private final FreeSpaceBackend backend;
    private final SpaceSettings space;
    private final boolean persistent;
    private final long cacheBytes;
    private ContainerFile container;
    private int step;
    private int nextName;
    private long digest;

    RandomSession(long seed, FreeSpaceBackend backend) {
        this(seed, backend, SpaceSettings.defaults(), true);
    }

    RandomSession(long seed, FreeSpaceBackend backend, SpaceSettings space, boolean persistent) {
        this.seed = seed;
        this.backend = backend;
        this.space = space;
        this.persistent = persistent && space.strategy().tracks();
        cacheBytes = seed % 2 == 0 ? OpenOptions.DEFAULT_CACHE_BYTES : 1_000; // a cold cache shows other faults
        container = ContainerFile.createInMemory(CreateOptions.defaults()
                .withBackend(backend)
                .withSpace(space)
                .withPersistFreeSpace(persistent)
                .withCacheBytes(cacheBytes));
        random = new Random(seed);
        objects.put("/", null);
    }

    /** Runs some steps and closes the container; its content. */
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
        return container.toByteArray();
    }

    /** Depends on every address that was given out: the same on every run and machine (I5). */
    long digest() {
        return digest;
    }

    /** What the container must hold: the value of each dataset, null for a group. */
    Map<String, int[]> objects() {
        return objects;
    }

    private String where() {
        return "fallow.seed=" + seed + ", " + backend + ", " + space + (persistent ? " persistent" : "") + ", step "
                + step;
    }

    private void operate() {
        int choice = random.nextInt(100);
        if (objects.size() >= MOST_OBJECTS) {
            choice = 30 + random.nextInt(35);
        }
        if (choice < 10) {
            createGroup();
        } else if (choice < 38) {
            createDataset();
        } else if (choice < 62) {
            delete();
        } else if (choice < 72) {
            putAttribute();
        } else if (choice < 80) {
            deleteAttribute();
        } else if (choice < 88) {
            write();
        } else {
            fail();
        }
    }

    private void createGroup() {
        String parent = parent();
        if (parent != null) {
            String path = child(parent);
            note(container.root().createGroup(path).address());
            objects.put(path, null);
        }
    }

    private void createDataset() {
        String parent = parent();
        if (parent == null) {
            return;
        }
        String path = child(parent);
        int[] value = numbers();
        Dataset dataset;
        if (random.nextInt(5) == 0) {
            dataset = container.root().createDataset(path, value, DatasetOptions.compact());
        } else {
            dataset = container.root().createDataset(path, value);
        }
        note(dataset.address());
        note(dataset.storageAddress());
        objects.put(path, value);
    }

    private int[] numbers() {
        int[] numbers = new int[random.nextInt(4) == 0 ? random.nextInt(400) : 8 * (1 + random.nextInt(4))];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = random.nextInt();
        }
        return numbers;
    }

    private void delete() {
        List<String> paths = new ArrayList<>(objects.keySet());
        String path = paths.get(random.nextInt(paths.size()));
        if (path.equals("/")) {
            return;
        }
        container.delete(path);
        objects.keySet().removeIf(one -> one.equals(path) || one.startsWith(path + "/"));
        attributes.keySet().removeIf(one -> one.startsWith(path + "@") || one.startsWith(path + "/"));
    }

    private void putAttribute() {
        String path = any();
        String name = "a" + random.nextInt(5);
        Object value = switch (random.nextInt(4)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextDouble();
            case 2 -> "text " + "x".repeat(random.nextInt(30));
            default -> numbers();
        };
        object(path).putAttribute(name, value);
        attributes.put(path + "@" + name, value);
    }

    private void deleteAttribute() {
        if (attributes.isEmpty()) {
            return;
        }
        List<String> keys = new ArrayList<>(attributes.keySet());
        String key = keys.get(random.nextInt(keys.size()));
        int at = key.lastIndexOf('@');
        object(key.substring(0, at)).deleteAttribute(key.substring(at + 1));
        attributes.remove(key);
    }

    private void write() {
        String path = any();
        int[] before = objects.get(path);
        if (before != null) {
            int[] value = before.clone();
            for (int i = 0; i < value.length; i++) {
                value[i] = random.nextInt();
            }
            container.dataset(path).write(value);
            objects.put(path, value);
        }
    }

    /** Operations that must fail, and change nothing (I4). */
    private void fail() {
        SpaceReport before = container.space();
        String path = any();
        switch (random.nextInt(6)) {
            case 0 ->
                assertThatThrownBy(() -> container.delete("/nothing/here"))
                        .as(where())
                        .isInstanceOf(NoSuchObjectException.class);
            case 1 ->
                assertThatThrownBy(() -> container.root().createGroup(path))
                        .as(where())
                        .isInstanceOf(ObjectExistsException.class);
            case 2 ->
                assertThatThrownBy(() -> container.root().createDataset(path, new int[5]))
                        .as(where())
                        .isInstanceOf(ObjectExistsException.class);
            case 3 ->
                assertThatThrownBy(() -> object(path).deleteAttribute("none"))
                        .as(where())
                        .isInstanceOf(NoSuchObjectException.class);
            case 4 ->
                assertThatThrownBy(() -> object(path).putAttribute("huge", new long[9000]))
                        .as(where())
                        .isInstanceOf(WrongTypeException.class);
            default ->
                assertThatThrownBy(
                                () -> container.root().createDataset("new", new int[20_000], DatasetOptions.compact()))
                        .as(where())
                        .isInstanceOf(WrongTypeException.class);
        }
        assertThat(container.space()).as(where()).isEqualTo(before);
    }

    private String any() {
        List<String> paths = new ArrayList<>(objects.keySet());
        return paths.get(random.nextInt(paths.size()));
    }

    private StoredObject object(String path) {
        return container.root().get(path);
    }

    /** A group with room for one more, or null. */
    private String parent() {
        List<String> groups = objects.keySet().stream()
                .filter(path -> objects.get(path) == null && links(path) < MOST_LINKS_IN_A_GROUP)
                .toList();
        return groups.isEmpty() ? null : groups.get(random.nextInt(groups.size()));
    }

    private long links(String group) {
        String prefix = group.equals("/") ? "/" : group + "/";
        return objects.keySet().stream()
                .filter(path -> path.startsWith(prefix)
                        && path.length() > prefix.length()
                        && path.indexOf('/', prefix.length()) < 0)
                .count();
    }

    private String child(String parent) {
        String name = "n" + nextName++ + "x".repeat(random.nextInt(12));
        return parent.equals("/") ? parent + name : parent + "/" + name;
    }

    private void note(long address) {
        digest = digest * 31 + address;
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
            assertThat(touch && before.type().equals(section.type()))
                    .as(where() + ": I3, " + before + " touches " + section)
                    .isFalse();
        }
    }

    private void reopen() {
        long free = container.freeBytes();
        container.close();
        byte[] content = container.toByteArray();
        try (ContainerFile read = ContainerFile.openBytes(content, OpenOptions.reading())) {
            compare(read);
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
        container = ContainerFile.openBytes(
                content, OpenOptions.edit().withBackend(backend).withCacheBytes(cacheBytes));
        if (random.nextBoolean()) {
            compare(container);
        }
        digest = digest * 31 + free;
    }

    /** What the managers have when the content is opened for editing. */
    private static long free(byte[] content) {
        try (ContainerFile file = ContainerFile.openBytes(content, OpenOptions.edit())) {
            return file.freeBytes();
        }
    }

    private void compare(ContainerFile file) {
        List<String> listed =
                new ArrayList<>(file.list("/", true).stream().map(Entry::path).toList());
        listed.add("/");
        assertThat(listed).as(where()).containsExactlyInAnyOrderElementsOf(objects.keySet());
        objects.forEach((path, value) -> {
            StoredObject object = file.root().get(path);
            if (value != null) {
                assertThat(((Dataset) object).read()).as(where() + " " + path).isEqualTo(value);
            }
            List<String> names = attributes.keySet().stream()
                    .filter(key -> key.startsWith(path + "@"))
                    .map(key -> key.substring(path.length() + 1))
                    .toList();
            assertThat(object.attributeNames()).as(where() + " " + path).isEqualTo(names);
            for (String name : names) {
                assertThat(object.attribute(name).value())
                        .as(where() + " " + path + "@" + name)
                        .isEqualTo(attributes.get(path + "@" + name));
            }
        });
    }
}
