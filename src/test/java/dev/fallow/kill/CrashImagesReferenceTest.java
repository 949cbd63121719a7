package dev.fallow.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.OpenOptions;
import dev.fallow.container.OurSnapshot;
import dev.fallow.crash.CrashImages;
import dev.fallow.crash.CrashRun;
import dev.fallow.crash.Image;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceException;
import dev.fallow.oracle.snapshot.Snapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Opens crash images with libhdf5: before recovery it refuses the file or reads a committed state; after recovery it
 * reads the same state as Fallow.
 */
@NeedsReference
class CrashImagesReferenceTest {
    /** One of this many images is checked. */
    private static final int EVERY = Integer.getInteger("fallow.crash.reference", 25);

    private static final int STEPS = 30;

    @TempDir
    private Path folder;

    private int images;
    /** The number of images whose superblock is not marked as open for writing. */
    private int unmarked;

    private int looked;
    private int refused;
    private int read;

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void theReferenceLibraryRefusesOrReadsIt(FileFormat format) {
        CreateOptions options = CreateOptions.defaults().withFormat(format).withPersistFreeSpace(true);
        CrashRun created = CrashRun.creating(900 + format.ordinal(), STEPS, options, Set.of());
        CrashRun reopened = created.reopening(STEPS, OpenOptions.defaults());
        for (CrashRun run : new CrashRun[] {created, reopened}) {
            CrashImages all = new CrashImages(run.medium(), 3, 512, 8);
            CrashImages.Check check = (image, events, how) -> check(run, image, events, how);
            all.killed(run.medium().count(), check);
            all.wentDown(run.medium().count(), check);
        }
        System.out.printf(
                "%s: %d images, libhdf5 refused %d and read %d before recovery%n", format, looked, refused, read);
        assertThat(refused).isPositive();
        assertThat(read).isPositive();
    }

    /**
     * Returns whether to check an image: one of {@link #EVERY}, and in addition one of {@link #EVERY} of those that are
     * not marked as open, which are few.
     */
    private boolean isTaken(byte[] container) {
        boolean taken = images++ % EVERY == 0;
        if (container.length > 24 && container[container[8] < 2 ? 20 : 11] == 0) {
            taken |= unmarked++ % EVERY == 0;
        }
        return taken;
    }

    private void check(CrashRun run, Image image, int events, String how) {
        if (!isTaken(image.container())) {
            return;
        }
        Path file = folder.resolve("image" + images + ".h5");
        Path journal = folder.resolve("image" + images + ".h5.fallow-journal");
        try {
            Files.write(file, image.container());
            if (image.journal() != null) {
                Files.write(journal, image.journal());
            }
            try {
                ContainerFile.openReadOnly(file).close();
            } catch (ContainerException e) {
                assertThat(run.isCreated(events))
                        .as(how + ": " + e.getMessage())
                        .isFalse();
                return;
            }
            looked++;
            Object expected = OurSnapshot.of(file);
            try {
                assertThat(Snapshot.of(file)).as(how + ", before recovery").isEqualTo(expected);
                read++;
            } catch (ReferenceException e) {
                refused++;
            }
            ContainerFile.open(file).close();
            assertThat(journal).as(how).doesNotExist();
            assertThat(OurSnapshot.of(file)).as(how).isEqualTo(expected);
            assertThat(Snapshot.of(file)).as(how + ", after recovery").isEqualTo(expected);
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
