package dev.fallow.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Containers;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.FileFormat;
import dev.fallow.OpenOptions;
import dev.fallow.ShrinkOptions;
import dev.fallow.internal.open.ContainerCreator;
import dev.fallow.internal.open.ContainerOpener;
import dev.fallow.report.ShrinkReport;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Calls of the medium fail while the file is shrunk, one or all from then on: nothing is lost, the session reads on or
 * refuses, and the reopened file can be shrunk.
 */
class ShrinkFaultTest {
    private static final int DATASETS = 6;
    private static final int ELEMENTS = 300;
    /** After the first calls, which open the file, only every so many fail. */
    private static final int FIRST = 8;

    private static final int STRIDE = Integer.getInteger("fallow.shrink.stride", 47);
    private static final ShrinkOptions IN_PASSES =
            ShrinkOptions.defaults().withRatio(1).withPassBytes(2 * ELEMENTS * Integer.BYTES);

    private static final String[] REFUSALS = {"injected: ", "failed", "close and reopen"};

    private Image start;
    private String where;
    private int failures;
    private int wentOn;

    @ParameterizedTest
    @CsvSource({"LATEST, false, false", "LATEST, true, true", "EARLIEST, false, true", "EARLIEST, true, false"})
    void nothingIsLost(FileFormat format, boolean forEver, boolean shortWrites) throws IOException {
        create(format);
        boolean all = false;
        for (int failing = 0; !all; failing += failing < FIRST ? 1 : STRIDE) {
            where = format + ", call " + failing + " fails: ";
            RecordedMedium medium = new RecordedMedium(start);
            FaultyMedium faulty = new FaultyMedium(medium, failing, forEver, shortWrites);
            shrink(faulty);
            all = faulty.failed() == null;
            faulty.repair();
            reopen(new RecordedMedium(medium.now()));
        }
        assertThat(failures).isGreaterThan(5);
        assertThat(wentOn > 0).isEqualTo(!forEver);
    }

    private void create(FileFormat format) throws IOException {
        RecordedMedium created = new RecordedMedium(Image.none());
        CreateOptions options = CreateOptions.defaults().withFormat(format).withPersistFreeSpace(true);
        try (ContainerFile file = Containers.of(
                ContainerCreator.createIn(created.container(), created.journal(), "start", options, false))) {
            for (int i = 0; i < DATASETS; i++) {
                file.root().createDataset("hole" + i, numbers(-1));
                file.root().createGroup("g" + i).createDataset("d", numbers(i));
                file.group("/g" + i).createAttribute("text", "value " + i);
            }
        }
        start = new Image(created.now().container(), null);
        RecordedMedium holes = new RecordedMedium(start);
        try (ContainerFile file = open(holes)) {
            for (int i = 0; i < DATASETS; i++) {
                file.delete("/hole" + i);
            }
        }
        start = new Image(holes.now().container(), null);
    }

    private static int[] numbers(int first) {
        return IntStream.range(first, first + ELEMENTS).toArray();
    }

    private static ContainerFile open(RecordedMedium on) {
        return Containers.of(ContainerOpener.openIn(on.container(), on.journal(), "reopened", OpenOptions.defaults()));
    }

    private void shrink(FaultyMedium faulty) {
        ContainerFile file;
        try {
            file = Containers.of(ContainerOpener.openIn(
                    faulty.container(),
                    faulty.journal(),
                    "faulty",
                    OpenOptions.defaults().withCacheBytes(0)));
        } catch (ContainerException e) {
            fault(faulty, e);
            return;
        }
        Dataset[] handles = new Dataset[DATASETS];
        try {
            for (int i = 0; i < DATASETS; i++) {
                handles[i] = file.dataset("/g" + i + "/d");
            }
            file.shrink(IN_PASSES);
        } catch (ContainerException e) {
            fault(faulty, e);
            goOn(file, handles);
        }
        try {
            file.close();
        } catch (ContainerException e) {
            fault(faulty, e);
        }
        file.close(); // a second call has no effect
    }

    /** After a failure the session has the content, and shrinks; or it refuses to do anything. */
    private void goOn(ContainerFile file, Dataset[] handles) {
        try {
            file.flush();
            assertContent(file);
            for (int i = 0; i < DATASETS; i++) {
                if (handles[i] != null) {
                    assertThat(handles[i].read()).as(where + "handle").isEqualTo(numbers(i));
                }
            }
        } catch (ContainerException e) {
            assertRefused(file);
            return;
        }
        try {
            file.shrink(IN_PASSES);
            assertContent(file);
            wentOn++;
        } catch (ContainerException e) {
            assertThat(e.getMessage()).as(where).containsAnyOf(REFUSALS);
        }
    }

    private void assertRefused(ContainerFile file) {
        assertThatThrownBy(() -> file.root().createGroup("new"))
                .as(where)
                .isInstanceOf(ContainerException.class)
                .message()
                .containsAnyOf(REFUSALS);
    }

    private void fault(FaultyMedium faulty, ContainerException e) {
        assertThat(faulty.failed()).as(where + e.getMessage()).isNotNull();
        assertThat(e.getMessage()).as(where).containsAnyOf(REFUSALS);
        failures++;
    }

    private void reopen(RecordedMedium medium) {
        try (ContainerFile file = open(medium)) {
            assertContent(file);
            SpaceReport space = file.space();
            assertThat(space.findings()).as(where).isEmpty();
            assertThat(space.untrackedBytes())
                    .as(where)
                    .isEqualTo(Math.max(0, space.fileBytes() - file.allocatedBytes()));
            ShrinkReport report = file.shrink(IN_PASSES);
            assertThat(report.complete()).as(where).isTrue();
            assertThat(report.lengthAfter()).as(where).isLessThan(start.container().length);
            assertContent(file);
        }
    }

    private void assertContent(ContainerFile file) {
        for (int i = 0; i < DATASETS; i++) {
            assertThat(file.dataset("/g" + i + "/d").read()).as(where).isEqualTo(numbers(i));
            assertThat(file.group("/g" + i).attribute("text").read()).as(where).isEqualTo("value " + i);
        }
        assertThat(file.root().names()).as(where).hasSize(DATASETS);
    }
}
