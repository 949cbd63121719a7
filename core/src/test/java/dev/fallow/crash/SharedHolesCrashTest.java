package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Containers;
import dev.fallow.CreateOptions;
import dev.fallow.Group;
import dev.fallow.OpenOptions;
import dev.fallow.internal.open.ContainerCreator;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Crashes while metadata uses the space of deleted datasets, in the same session or a later one. */
class SharedHolesCrashTest {
    private static final int DATASETS = 640;
    /**
     * The size of a dataset: 640 such datasets, of which every second is deleted, leave more than 1 MiB in holes of
     * less than a page.
     */
    private static final int NUMBERS = 900;

    private static final int GROUPS = 60;
    private static final int MOST_SAMPLED = 6;

    private static int[] numbers(int i) {
        int[] numbers = new int[NUMBERS];
        Arrays.fill(numbers, i + 1);
        return numbers;
    }

    @Test
    void elementsAndMetadataAreThoseOfOneCommit() throws IOException {
        RecordedMedium filled = new RecordedMedium(Image.none());
        try (ContainerFile file = Containers.of(ContainerCreator.createIn(
                filled.container(), filled.journal(), "filled", CreateOptions.defaults(), false))) {
            for (int i = 0; i < DATASETS; i++) {
                file.root().createDataset("d" + i, numbers(i));
            }
            for (int i = 0; i < DATASETS - 1; i += 4) {
                file.root().delete("d" + i);
            }
        }
        RecordedMedium medium = new RecordedMedium(filled.now());
        try (ContainerFile file = open(medium)) {
            for (int i = 2; i < DATASETS - 1; i += 4) {
                file.root().delete("d" + i);
            }
            file.flush(); // 1: their space is free now
            createGroups(file, 0);
            for (int i = 0; i < GROUPS; i++) {
                assertThat(file.group("g" + i).address())
                        .as("in a hole")
                        .isLessThan(file.dataset("d" + (DATASETS - 1)).storageAddress());
            }
            file.flush(); // 2: groups use it
            for (int i = 0; i < GROUPS; i++) {
                file.root().delete("g" + i);
            }
            createGroups(file, GROUPS); // over the committed ones, through the journal
        }
        int[] seen = new int[4];
        CrashImages images = new CrashImages(medium, 1, 4096, MOST_SAMPLED);
        CrashImages.Check check = (image, events, how) -> seen[commitOf(image, how)]++;
        images.killed(medium.count(), check);
        images.wentDown(medium.count(), check);
        assertThat(seen).as("images of each commit").doesNotContain(0);
    }

    private static void createGroups(ContainerFile file, int from) {
        for (int i = from; i < from + GROUPS; i++) {
            file.root().createGroup("g" + i).createAttribute("number", i);
        }
    }

    private static ContainerFile open(RecordedMedium medium) {
        return Containers.of(
                ContainerOpener.openIn(medium.container(), medium.journal(), "holes", OpenOptions.defaults()));
    }

    /** The commit, 0 to 3, that an image has; it must be complete. */
    private static int commitOf(Image image, String how) {
        try (ContainerFile file = open(new RecordedMedium(image))) {
            Group root = file.root();
            List<String> names = root.names();
            List<String> groups =
                    names.stream().filter(name -> name.startsWith("g")).toList();
            int commit = names.contains("d2") ? 0 : groups.isEmpty() ? 1 : groups.contains("g0") ? 2 : 3;
            assertThat(groups).as(how).hasSize(commit < 2 ? 0 : GROUPS);
            for (String name : groups) {
                int number = Integer.parseInt(name.substring(1));
                assertThat(root.group(name).attribute("number").read()).as(how).isEqualTo(number);
            }
            for (int i = 0; i < DATASETS; i++) {
                boolean kept = i % 2 == 1 || commit == 0 && i % 4 == 2 || i == DATASETS - 1;
                assertThat(names.contains("d" + i)).as(how).isEqualTo(kept);
                if (kept) {
                    assertThat(root.dataset("d" + i).read()).as(how).isEqualTo(numbers(i));
                }
            }
            SpaceReport report = file.space();
            assertThat(report.findings()).as(how).isEmpty();
            assertThat(report.untrackedBytes()).as(how).isZero();
            return commit;
        }
    }
}
