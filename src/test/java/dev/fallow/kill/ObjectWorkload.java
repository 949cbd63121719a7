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

/** Creates and deletes groups and contiguous datasets, and stores attributes. */
final class ObjectWorkload extends Workload {
    /** The expected content of a group or dataset; the mark is the value of an attribute, 0 if it has none. */
    private record Stored(int[] value, int mark) {}

    private static final int MOST_OBJECTS = 120;

    private final TreeMap<String, Stored> model = new TreeMap<>();

    ObjectWorkload(long seed) {
        super(seed);
    }

    @Override
    void next(ContainerFile container, SplittableRandom random) {
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
        String path = groups.get(random.nextInt(groups.size())) + "/o" + step();
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

    @Override
    void assertEqual(ContainerFile container, String where) {
        List<String> found = container.root().listRecursively().stream()
                .map(Entry::path)
                .sorted()
                .toList();
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
                assertThat(object.attribute("mark").read())
                        .as(where + " " + path)
                        .isEqualTo(stored.mark);
            }
        });
    }
}
