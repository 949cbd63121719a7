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
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Crashes while a container rebuilds dense links and attributes on close. */
class RepackingCrashTest {
    private static final int COUNT = 1_200;
    private static final int KEPT = 20;

    /** Most of them are deleted by a separate commit, or by the one that rebuilds the storage. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allOrTheRestIsThere(boolean committedBefore) throws IOException {
        RecordedMedium filled = new RecordedMedium(Image.none());
        try (ContainerFile file = Containers.of(ContainerCreator.createIn(
                filled.container(), filled.journal(), "filled", CreateOptions.defaults(), false))) {
            Group group = file.root().createGroup("group");
            for (int i = 0; i < COUNT; i++) {
                group.createAttribute("a" + i, i);
                group.createSoftLink("l" + i, "/" + i);
            }
        }
        RecordedMedium medium = new RecordedMedium(filled.now());
        try (ContainerFile file = open(medium)) {
            for (int i = 0; i < COUNT; i++) {
                if (i % KEPT != 0) {
                    file.group("group").deleteAttribute("a" + i);
                    file.group("group").delete("l" + i);
                }
            }
            if (committedBefore) {
                file.flush();
            }
        }
        assertThat(medium.now().container()).hasSizeLessThan(filled.now().container().length / 3);
        int[] seen = new int[2];
        CrashImages images = new CrashImages(medium, 1, 4096, 20);
        CrashImages.Check check = (image, events, how) -> seen[rest(image, how) ? 1 : 0]++;
        images.killed(medium.count(), check);
        images.wentDown(medium.count(), check);
        assertThat(seen[0]).as("images with all of them").isPositive();
        assertThat(seen[1]).as("images with the rest").isPositive();
    }

    private static ContainerFile open(RecordedMedium medium) {
        return Containers.of(
                ContainerOpener.openIn(medium.container(), medium.journal(), "sparse", OpenOptions.defaults()));
    }

    /** Whether an image has only the kept messages; otherwise it must have all of them. */
    private static boolean rest(Image image, String how) {
        try (ContainerFile file = open(new RecordedMedium(image))) {
            Group group = file.group("group");
            List<String> links = group.names();
            boolean rest = links.size() < COUNT;
            assertThat(links).as(how).hasSize(rest ? COUNT / KEPT : COUNT);
            Set<String> attributes = new TreeSet<>(group.attributeNames());
            assertThat(attributes).as(how).hasSameSizeAs(links);
            for (String name : links) {
                int i = Integer.parseInt(name.substring(1));
                assertThat(group.attribute("a" + i).read()).as(how).isEqualTo(i);
            }
            SpaceReport report = file.space();
            assertThat(report.findings()).as(how).isEmpty();
            assertThat(report.untrackedBytes()).as(how).isZero();
            return rest;
        }
    }
}
