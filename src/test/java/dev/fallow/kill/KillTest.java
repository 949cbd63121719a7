package dev.fallow.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Durability;
import dev.fallow.MaintenanceOptions;
import dev.fallow.StorageKind;
import dev.fallow.container.OurSnapshot;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A writer in a separate process is repeatedly killed with SIGKILL at random times while it edits the same file:
 * afterwards Fallow and libhdf5 read everything that the writer reported as committed, and the space is fully accounted
 * for, or can be reclaimed where shrinking has listed it nowhere. On systems without SIGKILL the process is terminated by force.
 */
@NeedsReference
class KillTest {
    /** The total number of kills, over the three durability policies. */
    private static final int KILLS = Integer.getInteger("fallow.kills", 9);

    private static final String COMMITTED = "committed ";
    /** Lines without a number of steps; the last two tell whether blocks were written before the commit. */
    private static final Set<String> OTHER_LINES = Set.of("begin", "shrunk", "spilled", "kept");

    /** In steps of the workload. */
    static final int COMMIT_EVERY = 7;

    /** Lines that a writer prints up to its first commit, at most. */
    private static final int LINES_OF_A_COMMIT = 4;

    private static final int KILLS_OF_ONE_FILE = 25;

    @TempDir
    private Path folder;

    /** The number of commits before which blocks of theirs were written. */
    private long spilled;

    @ParameterizedTest
    @EnumSource(Durability.class)
    void whatWasCommittedIsThere(Durability durability) throws Exception {
        killAndCheck(durability, StorageKind.FILE, Workload.Kind.OBJECTS);
    }

    /** Rows that were appended and committed are there, and no chunk is half old and half new. */
    @ParameterizedTest
    @EnumSource(Durability.class)
    void committedChunksAreThere(Durability durability) throws Exception {
        killAndCheck(durability, StorageKind.FILE, Workload.Kind.CHUNKS);
    }

    /** The writer shrinks the file after each commit. */
    @ParameterizedTest
    @EnumSource(Durability.class)
    void whatWasCommittedBeforeShrinkingIsThere(Durability durability) throws Exception {
        killAndCheck(durability, StorageKind.FILE, Workload.Kind.SHRUNK);
    }

    /** Blocks of the next commit are written before it, to space that the last one does not refer to. */
    @ParameterizedTest
    @EnumSource(Durability.class)
    void whatWasCommittedIsThereBesideBlocksOfTheNextCommit(Durability durability) throws Exception {
        killAndCheck(durability, StorageKind.FILE, Workload.Kind.SPILLED);
        assertThat(spilled).as("commits with blocks written before").isPositive();
    }

    /** In every second round the next writer recovers the file, with mapped storage. */
    @Test
    void whatWasCommittedThroughMappedStorageIsThere() throws Exception {
        killAndCheck(Durability.EACH_COMMIT, StorageKind.MAPPED, Workload.Kind.OBJECTS);
    }

    private void killAndCheck(Durability durability, StorageKind storage, Workload.Kind kind) throws Exception {
        SplittableRandom random = new SplittableRandom(durability.ordinal());
        int kills = (KILLS + 2) / 3;
        int inFlight = 0;
        int waiting = 0;
        long steps = 0;
        for (int kill = 0; kill < kills; kill++) {
            long seed = kill / KILLS_OF_ONE_FILE;
            Path file = folder.resolve(durability + "-" + seed + ".h5");
            long before = kill % KILLS_OF_ONE_FILE == 0 ? 0 : stepsIn(file, kind, seed);
            int lines = random.nextInt(12) + (kill == kills - 1 ? LINES_OF_A_COMMIT : 0);
            long said = Math.max(before, runAndKill(file, durability, storage, kind, seed, lines, random));
            String where = "fallow: " + file.getFileName() + ", kill " + kill + ", " + said + " steps committed";
            if (said == 0 && !isContainer(file)) {
                Files.deleteIfExists(file); // killed during the creation of the file
                Files.deleteIfExists(journal(file));
                continue;
            }
            waiting += Files.exists(journal(file)) ? 1 : 0;
            boolean left = storage == StorageKind.MAPPED && kill % 2 == 1;
            long found = left ? checkUnrecovered(file, kind, seed, where) : check(file, kind, seed, where);
            assertThat(found).as(where).isBetween(said, said + COMMIT_EVERY);
            inFlight += found > said ? 1 : 0;
            steps = Math.max(steps, found);
        }
        assertThat(steps).as("steps that were committed before a kill").isPositive();
        System.out.printf(
                "%s, %s, %s: %d kills, %d left a journal, %d commits were there before they were said to be, %d steps%n",
                durability, storage, kind, kills, waiting, inFlight, steps);
    }

    private static Path journal(Path file) {
        return file.resolveSibling(file.getFileName() + ".fallow-journal");
    }

    private static boolean isContainer(Path file) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            return container.root() != null;
        } catch (ContainerException e) {
            return false;
        }
    }

    private static long stepsIn(Path file, Workload.Kind kind, long seed) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            return Workload.of(container, kind, seed).step();
        } catch (ContainerException e) {
            if (Files.exists(file)) {
                throw e;
            }
            return 0;
        }
    }

    /** Returns the number of operations that the writer reported as committed. */
    private long runAndKill(
            Path file,
            Durability durability,
            StorageKind storage,
            Workload.Kind kind,
            long seed,
            int lines,
            SplittableRandom random)
            throws IOException, InterruptedException {
        Process writer = Writer.start(file, durability, storage, kind, seed, COMMIT_EVERY);
        long said = 0;
        try (BufferedReader in = writer.inputReader()) {
            String line = "";
            for (int i = 0; i < lines && line != null; i++) {
                line = in.readLine();
                said = Math.max(said, committed(line));
            }
            TimeUnit.MICROSECONDS.sleep(random.nextInt(15_000));
            writer.toHandle().destroyForcibly(); // Process.destroyForcibly would close the stream
            while (line != null) { // the output before it was killed
                line = in.readLine();
                said = Math.max(said, committed(line));
            }
        }
        writer.waitFor();
        return said;
    }

    private long committed(String line) {
        boolean committed = line != null && line.startsWith(COMMITTED);
        assertThat(committed || line == null || OTHER_LINES.contains(line))
                .as(line)
                .isTrue();
        spilled += "spilled".equals(line) ? 1 : 0;
        return committed ? Long.parseLong(line.substring(COMMITTED.length())) : 0;
    }

    /** Checks the file without recovery, so that the journal remains for the next writer. */
    private static long checkUnrecovered(Path file, Workload.Kind kind, long seed, String where) {
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            Workload workload = Workload.of(container, kind, seed);
            workload.assertEqual(container, where + ", read only");
            return workload.step();
        }
    }

    /** A file that was shrunk has free bytes in no list if the lists would have made it longer. They can be reclaimed. */
    private static void checkUnlisted(Path file, SpaceReport report, String where) throws IOException {
        Path copy = Files.copy(file, file.resolveSibling("reclaimed.h5"), StandardCopyOption.REPLACE_EXISTING);
        try (ContainerFile container = ContainerFile.open(copy)) {
            long reclaimed = container.reclaimUntracked(MaintenanceOptions.defaults()).stream()
                    .mapToLong(FreeSection::size)
                    .sum();
            assertThat(reclaimed).as(where).isEqualTo(report.untrackedBytes());
        }
        try (ContainerFile container = ContainerFile.openReadOnly(copy)) {
            assertThat(container.space().findings()).as(where).isEmpty();
            assertThat(container.space().untrackedBytes()).as(where).isZero();
        }
    }

    private static long check(Path file, Workload.Kind kind, long seed, String where) throws IOException {
        long steps = checkUnrecovered(file, kind, seed, where);
        try (ContainerFile container = ContainerFile.open(file)) {
            Workload workload = Workload.of(container, kind, seed);
            workload.assertEqual(container, where);
            assertThat(workload.step()).as(where).isEqualTo(steps);
        }
        assertThat(journal(file)).as(where).doesNotExist();
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            SpaceReport report = container.space();
            assertThat(report.findings()).as(where).isEmpty();
            if (kind == Workload.Kind.SHRUNK && report.untrackedBytes() > 0) {
                checkUnlisted(file, report, where);
            } else {
                assertThat(report.untrackedBytes()).as(where).isZero();
            }
        }
        assertThat(Snapshot.of(file)).as(where + ", libhdf5").isEqualTo(OurSnapshot.of(file));
        return steps;
    }
}
