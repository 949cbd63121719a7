package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Entry;
import dev.fallow.Group;
import dev.fallow.OpenOptions;
import dev.fallow.container.HostileBytesTest.Kind;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Edits damaged files with recomputed checksums as far as possible. Damage must be detected before anything is changed:
 * no operation fails after a partial change.
 */
@NeedsReference
class HostileEditsTest {
    private static final int ROUNDS = Integer.getInteger("fallow.hostile", 150);
    private static final int EDITS = 25;
    private static final String NAME = "container in memory";

    @TempDir
    private Path folder;

    private byte[] write(Kind kind) throws IOException {
        Path path = folder.resolve(kind + ".h5");
        try (ReferenceFile file = ReferenceFile.create(path, kind.options)) {
            for (String group : List.of("/few", "/few/inner", "/many")) {
                file.createGroup(group);
            }
            file.createDataset("/few/a", ReferenceType.int32(), new long[] {30}, new int[30]);
            file.createDataset("/few/inner/b", ReferenceType.int32(), new long[] {3}, new int[3]);
            file.createHardLink("/few/a", "/few/inner/shared");
            file.createHardLink("/few", "/few/inner/up");
            file.createSoftLink("/few/a", "/few/soft");
            file.commitType("/few/type", ReferenceType.int32());
            for (int i = 0; i < 30; i++) {
                file.createHardLink("/few/inner", "/many/hard " + i);
                file.createGroup("/many/" + i);
            }
            for (int i = 0; i < 4; i++) {
                file.attributes("/few").create("attribute " + i, ReferenceType.int32(), i);
            }
        }
        return Files.readAllBytes(path);
    }

    @ParameterizedTest
    @EnumSource
    void areEditedOrRefused(Kind kind) throws IOException {
        byte[] whole = write(kind);
        Seals seals = new Seals(whole);
        int done = 0;
        int refused = 0;
        for (long seed : Seeds.range(0, ROUNDS)) {
            byte[] damaged = whole.clone();
            Random random = new Random(seed);
            HostileBytesTest.damage(damaged, seals, random);
            seals.renew(damaged);
            String where = kind + ", " + Seeds.name(seed);
            try (ContainerFile file = ContainerFile.openBytes(damaged, OpenOptions.defaults())) {
                List<Entry> entries = file.root().listRecursively();
                for (int i = 0; i < EDITS; i++) {
                    if (edit(file, entries, random, where)) {
                        done++;
                    } else {
                        refused++;
                    }
                }
            } catch (ContainerException expected) {
                refused++;
                assertExpected(expected, where);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(where, e);
            }
        }
        if (Seeds.areAll()) {
            assertThat(refused).as("edits that were refused").isGreaterThan(ROUNDS / 10);
            assertThat(done).as("edits that were made").isGreaterThan(ROUNDS);
        }
    }

    private static void assertExpected(ContainerException expected, String where) {
        assertThat(expected).as(where).hasMessageContaining(NAME);
        assertThat(expected.getMessage()).as(where).doesNotContain("half-way");
    }

    /** Returns whether the edit succeeded. */
    private static boolean edit(ContainerFile file, List<Entry> entries, Random random, String where) {
        try {
            Group root = file.root();
            String path = any(entries, random);
            String free = any(entries, random) + "/n" + random.nextInt(1_000);
            switch (random.nextInt(10)) {
                case 0 -> root.createHardLink(free, path);
                case 1 -> root.createSoftLink(free, path);
                case 2, 3 -> root.move(path, free);
                case 4 -> root.copy(path, free);
                case 5 -> root.get(path).putAttribute("attribute " + random.nextInt(8), new int[random.nextInt(20)]);
                case 6 -> root.get(path).renameAttribute("attribute " + random.nextInt(4), "n" + random.nextInt(50));
                case 7 -> root.createGroup(free);
                case 8 -> root.createDataset(free, new int[random.nextInt(50)]);
                default -> root.delete(path);
            }
            return true;
        } catch (ContainerException expected) {
            assertExpected(expected, where);
            return false;
        }
    }

    private static String any(List<Entry> entries, Random random) {
        return entries.isEmpty()
                ? "/"
                : entries.get(random.nextInt(entries.size())).path();
    }
}
