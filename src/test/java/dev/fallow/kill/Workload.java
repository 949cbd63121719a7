package dev.fallow.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Operations that are determined by a seed and their index, so that the number of operations determines the expected
 * content of the container. The number is stored in an attribute of the root group, which is committed with the other
 * changes.
 */
final class Workload {
    /** The expected content of a group or dataset; the mark is the value of an attribute, 0 if it has none. */
    private record Stored(int[] value, int mark) {}

    private static final int MOST_OBJECTS = 120;
    private static final String STEP = "step";

    private final long seed;
    private final TreeMap<String, Stored> model = new TreeMap<>();
    private long step;

    Workload(long seed) {
        this.seed = seed;
    }

    /** Returns the workload in the state of a container, from the number of operations stored in it. */
    static Workload of(ContainerFile container, long seed) {
        Workload workload = new Workload(seed);
        if (container.root().attributeNames().contains(STEP)) {
            long steps = ((Number) container.root().attribute(STEP).value()).longValue();
            while (workload.step < steps) {
                workload.next(null);
            }
        }
        return workload;
    }

    /** Returns the number of operations done. */
    long step() {
        return step;
    }

    /** Does the next operation, only in the model if the container is null. */
    void next(ContainerFile container) {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + step);
        step++;
        List<String> paths = new ArrayList<>(model.keySet());
        int dice = model.size() >= MOST_OBJECTS ? 60 : random.nextInt(100);
        if (paths.isEmpty() || dice < 55) {
            create(container, random, paths);
            return;
        }
        String path = paths.get(random.nextInt(paths.size()));
        if (dice < 85) {
            if (container != null) {
                container.delete(path);
            }
            model.keySet().removeIf(one -> one.equals(path) || one.startsWith(path + "/"));
        } else {
            int mark = 1 + random.nextInt(1_000_000);
            if (container != null) {
                container.root().get(path).putAttribute("mark", mark);
            }
            model.put(path, new Stored(model.get(path).value, mark));
        }
    }

    private void create(ContainerFile container, SplittableRandom random, List<String> paths) {
        List<String> groups = new ArrayList<>(List.of(""));
        paths.stream().filter(path -> model.get(path).value == null).forEach(groups::add);
        String path = groups.get(random.nextInt(groups.size())) + "/o" + step;
        if (random.nextInt(5) == 0) {
            if (container != null) {
                container.root().createGroup(path);
            }
            model.put(path, new Stored(null, 0));
            return;
        }
        int[] value = random.ints(random.nextInt(6) == 0 ? 3_000 : 5 + random.nextInt(60))
                .toArray();
        if (container != null) {
            container.root().createDataset(path, value);
        }
        model.put(path, new Stored(value, 0));
    }

    /** Stores the number of operations, and commits. */
    void commit(ContainerFile container) {
        container.root().putAttribute(STEP, step);
        container.flush();
    }

    /** Asserts that a container has the expected content. */
    void assertEqual(ContainerFile container, String where) {
        List<String> found =
                container.list("/", true).stream().map(Entry::path).sorted().toList();
        assertThat(found).as(where).isEqualTo(List.copyOf(model.keySet()));
        model.forEach((path, stored) -> {
            StoredObject object = container.root().get(path);
            if (stored.value != null) {
                assertThat((int[]) ((Dataset) object).read())
                        .as(where + " " + path)
                        .isEqualTo(stored.value);
            }
            List<String> names = object.attributeNames();
            assertThat(names).as(where + " " + path).isEqualTo(stored.mark == 0 ? List.of() : List.of("mark"));
            if (stored.mark != 0) {
                assertThat(object.attribute("mark").value())
                        .as(where + " " + path)
                        .isEqualTo(stored.mark);
            }
        });
    }
}
