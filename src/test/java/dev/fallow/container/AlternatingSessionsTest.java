package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.StoredObject;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.snapshot.AttributeSnapshot;
import dev.fallow.oracle.snapshot.ObjectSnapshot;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.SpaceReport;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One file, edited by libhdf5 and by Fallow in turn. After each session both read the content of the model and report
 * the same free space. Groups stay small enough for libhdf5 to keep their links in the header.
 */
@NeedsReference
class AlternatingSessionsTest {
    private static final int SESSIONS = Integer.getInteger("fallow.sessions", 10);
    private static final int MOST_LINKS = 7;

    @TempDir
    private Path folder;

    private Random random;
    private int nextName;
    private final TreeMap<String, ObjectSnapshot> model = new TreeMap<>();

    /** The operations that both libraries support. */
    private interface Editor extends AutoCloseable {
        void createGroup(String path);

        void createDataset(String path, int[] value);

        void createAttribute(String path, String name, int[] value);

        void deleteAttribute(String path, String name);

        void delete(String path);

        @Override
        void close();
    }

    private static final class Ours implements Editor {
        private final ContainerFile file;

        Ours(Path path) {
            file = ContainerFile.open(path);
        }

        private StoredObject object(String path) {
            return file.root().get(path);
        }

        @Override
        public void createGroup(String path) {
            file.root().createGroup(path);
        }

        @Override
        public void createDataset(String path, int[] value) {
            file.root().createDataset(path, value);
        }

        @Override
        public void createAttribute(String path, String name, int[] value) {
            object(path).createAttribute(name, value);
        }

        @Override
        public void deleteAttribute(String path, String name) {
            object(path).deleteAttribute(name);
        }

        @Override
        public void delete(String path) {
            file.delete(path);
        }

        @Override
        public void close() {
            file.close();
        }
    }

    private static final class Theirs implements Editor {
        private final ReferenceFile file;

        Theirs(Path path) {
            file = ReferenceFile.open(path, true);
        }

        @Override
        public void createGroup(String path) {
            file.createGroup(path);
        }

        @Override
        public void createDataset(String path, int[] value) {
            file.createDataset(path, ReferenceType.int32(), new long[] {value.length}, value);
        }

        @Override
        public void createAttribute(String path, String name, int[] value) {
            file.attributes(path).create(name, ReferenceType.int32(), new long[] {value.length}, value);
        }

        @Override
        public void deleteAttribute(String path, String name) {
            file.attributes(path).delete(name);
        }

        @Override
        public void delete(String path) {
            file.delete(path);
        }

        @Override
        public void close() {
            file.close();
        }
    }

    static long[] seeds() {
        return Seeds.range(1, 16);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void bothSidesSeeWhatTheModelSays(long seed) throws IOException {
        random = new Random(seed);
        model.put("/", ObjectSnapshot.group());
        Path path = folder.resolve("file.h5");
        if (seed % 2 == 0) {
            ContainerFile.create(path).close();
        } else {
            ReferenceFile.create(path, ReferenceOptions.persistent()).close();
        }
        for (int session = 0; session < SESSIONS; session++) {
            boolean ours = random.nextBoolean();
            String where = Seeds.name(seed) + ", session " + session + (ours ? " of ours" : " of libhdf5");
            try (Editor editor = ours ? new Ours(path) : new Theirs(path)) {
                for (int step = random.nextInt(25); step >= 0; step--) {
                    edit(editor);
                }
            }
            check(path, ours, where);
        }
    }

    private void check(Path path, boolean ours, String where) throws IOException {
        assertThat(OurSnapshot.of(path)).as(where + ": as we see it").isEqualTo(model);
        assertThat(Snapshot.of(path)).as(where + ": as libhdf5 sees it").isEqualTo(model);
        SpaceReport report;
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            report = file.space();
        }
        assertThat(report.findings()).as(where).isEmpty();
        assertThat(report.fileBytes()).as(where).isEqualTo(Files.size(path));
        if (ours) {
            assertThat(report.liveBytes() + report.freeBytes() + report.untrackedBytes())
                    .isEqualTo(report.fileBytes());
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            assertThat(file.space().freeBytes()).as(where).isEqualTo(report.freeBytes());
        }
    }

    private void edit(Editor editor) {
        List<String> paths = new ArrayList<>(model.keySet());
        String path = paths.get(random.nextInt(paths.size()));
        switch (random.nextInt(8)) {
            case 0, 1 -> createGroup(editor);
            case 2, 3, 4 -> createDataset(editor);
            case 5 -> {
                if (!path.equals("/")) {
                    editor.delete(path);
                    model.keySet().removeIf(one -> one.equals(path) || one.startsWith(path + "/"));
                }
            }
            case 6 -> {
                String name = "a" + random.nextInt(6);
                if (!model.get(path).attributes().containsKey(name)) {
                    int[] value = numbers(random.nextInt(12) + 1);
                    editor.createAttribute(path, name, value);
                    model.put(path, model.get(path).with(name, attribute(value)));
                }
            }
            default -> {
                if (!model.get(path).attributes().isEmpty()) {
                    String name = model.get(path).attributes().firstKey();
                    editor.deleteAttribute(path, name);
                    model.put(path, without(model.get(path), name));
                }
            }
        }
    }

    private static AttributeSnapshot attribute(int[] value) {
        return AttributeSnapshot.of(ReferenceType.int32(), new long[] {value.length}, value);
    }

    private static ObjectSnapshot without(ObjectSnapshot object, String name) {
        TreeMap<String, AttributeSnapshot> less = new TreeMap<>(object.attributes());
        less.remove(name);
        return new ObjectSnapshot(
                object.kind(), object.target(), object.type(), object.dimensions(), object.values(), less);
    }

    private void createGroup(Editor editor) {
        String path = newPath();
        if (path != null) {
            editor.createGroup(path);
            model.put(path, ObjectSnapshot.group());
        }
    }

    private void createDataset(Editor editor) {
        String path = newPath();
        if (path != null) {
            int[] value = numbers(random.nextInt(3) == 0 ? 1 + random.nextInt(500) : 8 * (1 + random.nextInt(3)));
            editor.createDataset(path, value);
            model.put(path, ObjectSnapshot.dataset(ReferenceType.int32(), new long[] {value.length}, value));
        }
    }

    private int[] numbers(int count) {
        return random.ints(count).toArray();
    }

    private String newPath() {
        List<String> groups = model.keySet().stream()
                .filter(path -> model.get(path).equals(asGroup(path)) && links(path) < MOST_LINKS)
                .toList();
        if (groups.isEmpty()) {
            return null;
        }
        String group = groups.get(random.nextInt(groups.size()));
        return (group.equals("/") ? "" : group) + "/n" + nextName++;
    }

    /** Returns the snapshot of a group with the attributes of the object at a path; only a group is equal to it. */
    private ObjectSnapshot asGroup(String path) {
        ObjectSnapshot group = ObjectSnapshot.group();
        for (var one : model.get(path).attributes().entrySet()) {
            group = group.with(one.getKey(), one.getValue());
        }
        return group;
    }

    private long links(String group) {
        String prefix = group.equals("/") ? "/" : group + "/";
        return model.keySet().stream()
                .filter(path -> path.startsWith(prefix)
                        && path.length() > prefix.length()
                        && path.indexOf('/', prefix.length()) < 0)
                .count();
    }
}
