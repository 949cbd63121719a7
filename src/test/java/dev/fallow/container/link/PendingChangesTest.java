package dev.fallow.container.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.AttributeOptions;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.CreationOrder;
import dev.fallow.Durability;
import dev.fallow.Group;
import dev.fallow.GroupOptions;
import dev.fallow.ObjectExistsException;
import dev.fallow.container.OurSnapshot;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.report.SpaceReport;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Dense links and attributes of objects created in the same session are in memory until a commit, and partly in the
 * file after it. What is read in between, and the account of the file, are the same in all these states.
 */
@NeedsReference
class PendingChangesTest {
    private static final String GROUP = "/group";
    private static final String TARGET = "/target";

    @TempDir
    private Path folder;

    private final TreeSet<String> links = new TreeSet<>();
    private final TreeMap<String, int[]> attributes = new TreeMap<>();
    private int made;

    private static <T> T any(Random random, TreeSet<T> set, T like) {
        T found = set.ceiling(like);
        return found == null ? set.first() : found;
    }

    private String anyLink(Random random) {
        return any(random, links, "link" + random.nextInt(made + 1));
    }

    private String anyAttribute(Random random) {
        return any(random, new TreeSet<>(attributes.keySet()), "attribute" + random.nextInt(made + 1));
    }

    private void change(Random random, ContainerFile file, Group group, int growth) {
        boolean adding = random.nextInt(100) < growth;
        boolean link = random.nextBoolean();
        if (link && (adding || links.isEmpty())) {
            String name = "link" + made++;
            if (random.nextBoolean()) {
                group.createHardLink(name, TARGET);
            } else {
                group.createSoftLink(name, "somewhere".repeat(random.nextInt(20) == 0 ? 500 : 1));
            }
            links.add(name);
        } else if (link) {
            String name = anyLink(random);
            group.delete(name);
            links.remove(name);
        } else if (adding || attributes.isEmpty()) {
            String name = "attribute" + made++;
            int[] value = random.ints(random.nextInt(30) == 0 ? 10 + random.nextInt(20_000) : 3)
                    .toArray();
            group.createAttribute(name, value);
            attributes.put(name, value);
        } else {
            changeAttribute(random, group);
        }
        if (random.nextInt(20) == 0) {
            file.root().createGroup("other" + made++);
        }
    }

    private void changeAttribute(Random random, Group group) {
        String name = anyAttribute(random);
        switch (random.nextInt(4)) {
            case 0 -> {
                int[] value = random.ints(random.nextInt(10) == 0 ? 20_000 : 5).toArray();
                group.putAttribute(name, value);
                attributes.put(name, value);
            }
            case 1 -> {
                String newName = "attribute" + made++;
                group.renameAttribute(name, newName);
                attributes.put(newName, attributes.remove(name));
            }
            default -> {
                group.deleteAttribute(name);
                attributes.remove(name);
            }
        }
    }

    private void checkOpen(String where, ContainerFile file, Group group) {
        assertThat(group.names()).as(where).containsExactlyElementsOf(links);
        assertThat(group.attributeNames()).as(where).containsExactlyElementsOf(attributes.keySet());
        attributes.forEach((name, value) ->
                assertThat(group.attribute(name).read()).as(where).isEqualTo(value));
        SpaceReport report = file.space();
        assertThat(report.findings()).as(where).isEmpty();
        assertThat(report.untrackedBytes()).as(where).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "1, UNTRACKED, 1000000",
        "2, TRACKED, 1000000",
        "3, INDEXED, 1000000",
        "4, UNTRACKED, 0",
        "5, INDEXED, 0"
    })
    void everyStateOfASessionIsTheSameToItsReaders(long usualSeed, CreationOrder order, long cacheBytes)
            throws IOException {
        long seed = Seeds.one(usualSeed);
        Random random = new Random(seed);
        Path path = folder.resolve("pending.h5");
        CreateOptions options = CreateOptions.defaults()
                .withPersistFreeSpace(true)
                .withDurability(Durability.NEVER)
                .withCacheBytes(cacheBytes);
        try (ContainerFile file = ContainerFile.create(path, options)) {
            file.root().createGroup(TARGET);
            Group group = file.root()
                    .createGroup(
                            GROUP,
                            GroupOptions.defaults()
                                    .withCreationOrder(order)
                                    .withAttributes(AttributeOptions.defaults().withCreationOrder(order)));
            for (int step = 0; step < 4_000; step++) {
                String where = Seeds.name(seed) + ", step " + step;
                change(random, file, group, step / 500 % 3 == 2 ? 10 : 75);
                if (random.nextInt(step < 1_000 ? 2_000 : 60) == 0) {
                    file.flush();
                }
                if (step % 190 == 0) {
                    checkOpen(where, file, group);
                }
            }
            checkOpen(Seeds.name(seed), file, group);
        }
        checkClosed(path);
    }

    private void checkClosed(Path path) throws IOException {
        assertThat(OurSnapshot.of(path)).isEqualTo(Snapshot.of(path));
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            checkOpen("closed", file, file.group(GROUP));
            assertThat(file.space().fileBytes()).isEqualTo(Files.size(path));
        }
    }

    @Test
    void whatIsDeletedBeforeTheCommitLeavesNothing() throws IOException {
        long[] lengths = new long[2];
        for (int i = 0; i < 2; i++) {
            Path path = folder.resolve("file" + i);
            try (ContainerFile file = ContainerFile.create(path)) {
                Group group = file.root().createGroup(GROUP);
                for (int j = 0; j < 20; j++) {
                    group.createSoftLink("kept" + j, TARGET);
                }
                List<String> deleted = new ArrayList<>();
                for (int j = 0; i == 1 && j < 3_000; j++) {
                    group.createSoftLink("deleted" + j, TARGET);
                    deleted.add("deleted" + j);
                }
                deleted.forEach(group::delete);
            }
            lengths[i] = Files.size(path);
        }
        assertThat(lengths[1]).isEqualTo(lengths[0]);
    }

    @Test
    void aGroupIsDeletedWithItsPendingLinks() throws IOException {
        Path path = folder.resolve("deleted.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            Group group = file.root().createGroup(GROUP);
            for (int i = 0; i < 500; i++) {
                group.createGroup("child" + i).createAttribute("number", i);
                group.createAttribute("attribute" + i, i);
            }
            assertThatThrownBy(() -> group.createGroup("child7")).isInstanceOf(ObjectExistsException.class);
            assertThatThrownBy(() -> group.createAttribute("attribute7", 1)).isInstanceOf(ObjectExistsException.class);
            file.root().delete(GROUP);
            assertThat(file.root().names()).isEmpty();
        }
        Path empty = folder.resolve("empty.h5");
        ContainerFile.create(empty).close();
        assertThat(Files.size(path)).isEqualTo(Files.size(empty));
    }
}
