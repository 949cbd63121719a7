package dev.fallow.benchmarks.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.benchmarks.race.entrant.Entrant;
import dev.fallow.benchmarks.race.entrant.Entrants;
import dev.fallow.benchmarks.race.entrant.Stable;
import dev.fallow.benchmarks.race.finalfile.FinalFile;
import dev.fallow.benchmarks.race.finalfile.FinalFileChild;
import dev.fallow.benchmarks.race.finalfile.ReadThrough;
import dev.fallow.research.createdelete.Library;
import dev.fallow.research.createdelete.ReportTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * libhdf5 reads the final file of every contender completely and finds the content that the test defines; in our files
 * every byte is accounted for.
 */
@EnabledIf(
        value = "dev.fallow.benchmarks.race.entrant.Hdf5Library#isForThisPlatform",
        disabledReason = "this release of libhdf5 has natives for x86-64 (Linux, macOS, Windows) only")
class FinalFilesTest {
    @TempDir
    private Path folder;

    static Stream<String> ours() {
        return all(true);
    }

    static Stream<String> others() {
        return all(false);
    }

    private static Stream<String> all(boolean ours) {
        return Entrants.all(null, null, Long.MAX_VALUE).stream()
                .filter(entrant -> entrant.role().isOurs() == ours)
                .map(Entrant::name);
    }

    /** Few objects, an odd number, and more than fit into one block of an index. */
    private static List<Integer> counts(ReportTest test) {
        return test == ReportTest.NESTED ? List.of(1, 9, 24) : List.of(1, 33, 700);
    }

    private Path done(String entrant, ReportTest test, int count) throws IOException {
        Path file = folder.resolve(entrant + test.label() + count + ".h5");
        Library.OpenFile open = Entrants.library(entrant).create(file);
        try (open) {
            test.run(open.root(), count);
        }
        return file;
    }

    @ParameterizedTest
    @MethodSource("ours")
    void ourFilesAreInOrder(String entrant) throws IOException {
        for (ReportTest test : ReportTest.values()) {
            for (int count : counts(test)) {
                Path file = done(entrant, test, count);
                FinalFile found = FinalFile.ofOurs(file, test, count); // throws if the file has an error
                assertEquals(Files.size(file), found.live() + found.free(), test.label());
                assertEquals(0, found.untracked(), test.label());
                assertTrue(found.live() > test.left(count).elementBytes(), test.label());
            }
        }
    }

    /** After the same operations libhdf5 has the same objects, and Fallow can read them. */
    @ParameterizedTest
    @MethodSource("others")
    void theReferenceLeavesTheSame(String entrant) throws IOException {
        for (ReportTest test : ReportTest.values()) {
            for (int count : counts(test)) {
                Path file = done(entrant, test, count);
                assertEquals(test.left(count), ReadThrough.of(file), test.label() + ", " + count);
                FinalFile found = FinalFile.ofOthers(file);
                assertEquals(Files.size(file), found.live() + found.free() + found.untracked(), test.label());
            }
        }
    }

    /** A large file is checked in a separate JVM with the same result; an error in a file is detected there, too. */
    @Test
    void aFileLookedAtInAnotherJvm() throws IOException, InterruptedException {
        Stable stable = new Stable(List.of(), folder, 600);
        int count = 33;
        Path file = done(Entrants.OURS, ReportTest.DATASETS, count);
        FinalFile found = FinalFileChild.inItsOwnJvm(true, file, ReportTest.DATASETS, count, stable);
        assertEquals(FinalFile.ofOurs(file, ReportTest.DATASETS, count), found);
        assertThrows(
                IOException.class,
                () -> FinalFileChild.inItsOwnJvm(true, file, ReportTest.DATASETS, count + 1, stable));
    }

    /** The check is effective: a file of another test, or with another object count, does not pass. */
    @Test
    void whatIsNotThereIsNoticed() throws IOException {
        Path file = done(Entrants.OURS, ReportTest.DATASETS, 10);
        assertThrows(IllegalStateException.class, () -> FinalFile.ofOurs(file, ReportTest.DATASETS, 11));
        assertThrows(IllegalStateException.class, () -> FinalFile.ofOurs(file, ReportTest.GROUPS, 10));
        byte[] bytes = Files.readAllBytes(file);
        Path longer = folder.resolve("longer.h5");
        Files.write(longer, Arrays.copyOf(bytes, bytes.length - 1));
        assertThrows(IllegalStateException.class, () -> FinalFile.ofOurs(longer, ReportTest.DATASETS, 10));
    }
}
