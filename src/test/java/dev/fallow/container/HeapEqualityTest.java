package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import dev.fallow.OpenOptions;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The same links, created and deleted by libhdf5 and by Fallow in two copies of one file, result in identical heaps:
 * the same blocks, the same free sections, and every object at the same offset. Then each continues with the file of
 * the other.
 */
@NeedsReference
class HeapEqualityTest {
    @TempDir
    private Path folder;

    /** The creation of a link, or, if the target is null, its deletion. */
    private record Edit(String name, String target) {}

    private static void byLibhdf5(Path path, List<Edit> edits) {
        try (ReferenceFile file = ReferenceFile.open(path, true)) {
            for (Edit edit : edits) {
                if (edit.target == null) {
                    file.delete("/g/" + edit.name);
                } else {
                    file.createSoftLink(edit.target, "/g/" + edit.name);
                }
            }
        }
    }

    private static void byUs(Path path, List<Edit> edits) {
        try (ContainerFile file =
                ContainerFile.open(path, OpenOptions.defaults().withRepacking(false))) {
            Group group = file.group("/g");
            for (Edit edit : edits) {
                if (edit.target == null) {
                    group.delete(edit.name);
                } else {
                    group.createSoftLink(edit.name, edit.target);
                }
            }
        }
    }

    private static Edit creation(Random random, String name, int mostLength) {
        int most = random.nextInt(10) == 0 ? mostLength : Math.min(60, mostLength);
        return new Edit(name, "t".repeat(1 + random.nextInt(most)));
    }

    @ParameterizedTest
    @CsvSource({"1, 60, 300", "2, 700, 300", "3, 3900, 300", "4, 6000, 250", "5, 60, 3000"})
    void theSameEditsLeaveTheSameHeap(long usualSeed, int mostLength, int most) throws IOException {
        long seed = Seeds.one(usualSeed);
        Random random = new Random(seed);
        TreeMap<String, String> model = new TreeMap<>();
        Path ours = folder.resolve("ours.h5");
        Path theirs = folder.resolve("theirs.h5");
        try (ReferenceFile file =
                ReferenceFile.create(theirs, ReferenceOptions.defaults().persist(true))) {
            file.createGroup("/g");
            for (int i = 0; i < 12; i++) {
                Edit edit = creation(random, "first" + i, mostLength);
                file.createSoftLink(edit.target, "/g/" + edit.name);
                model.put(edit.name, edit.target);
            }
        }
        Files.copy(theirs, ours);
        int deepest = 0;
        boolean reverted = false; // from then on the statistics of libhdf5 are wrong
        int number = 0;
        for (int round = 0; round < 16; round++) {
            String where = Seeds.name(seed) + ", round " + round;
            int percent = round % 8 < 3 ? 95 : round % 8 < 5 ? 50 : round % 8 == 7 ? 0 : 10;
            List<Edit> edits = new ArrayList<>();
            for (int i = 0; i < most / 4; i++) {
                if (random.nextInt(100) < percent) {
                    Edit edit = creation(random, "link" + number++, mostLength);
                    model.put(edit.name, edit.target);
                    edits.add(edit);
                } else if (model.size() > 6) { // fewer links would be stored compactly
                    String name = new ArrayList<>(model.keySet()).get(random.nextInt(model.size()));
                    model.remove(name);
                    edits.add(new Edit(name, null));
                }
            }
            byLibhdf5(theirs, edits);
            byUs(ours, edits);
            HeapPicture expected = HeapPicture.of(theirs);
            HeapPicture found = HeapPicture.of(ours);
            assertThat(found.lines()).as(where).isEqualTo(expected.lines());
            reverted |= !expected.hasIndirectRoot();
            if (!reverted) {
                assertThat(found.statistics()).as(where).isEqualTo(expected.statistics());
            }
            deepest = Math.max(deepest, found.indirectBlocks());
            if (round % 6 == 5) { // each continues with the file of the other
                Path swap = folder.resolve("swap.h5");
                Files.move(ours, swap, StandardCopyOption.REPLACE_EXISTING);
                Files.move(theirs, ours);
                Files.move(swap, theirs);
            }
        }
        assertThat(deepest).as("%s: indirect blocks", Seeds.name(seed)).isPositive();
    }
}
