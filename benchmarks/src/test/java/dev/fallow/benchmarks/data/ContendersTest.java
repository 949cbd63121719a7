package dev.fallow.benchmarks.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.benchmarks.data.library.DataLibrary;
import dev.fallow.benchmarks.data.library.Kind;
import dev.fallow.benchmarks.race.entrant.Hdf5Library;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every library of this JVM does every work that it can do, and gives the right answers and files. */
class ContendersTest {
    private static final Sizes SIZES = DataScale.SMOKE.sizes();

    @TempDir
    private Path folder;

    @BeforeEach
    void writeField() throws IOException {
        Field.write(folder, SIZES);
    }

    private Printout run(String name, List<Work> works) throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        new DataChild(name, Libraries.named(name), SIZES, folder, out)
                .run(works.stream().map(Work::name).toList(), 1);
        return Printout.parse(printed.toString(StandardCharsets.UTF_8).lines().toList());
    }

    /** Writes a file that a work needs, with Fallow: libhdf5 is not everywhere. */
    private void prepare(Work work) throws IOException {
        Optional<Work> preparation = Works.preparation(work.source());
        if (preparation.isPresent() && !Files.exists(Task.prepared(folder, work.source()))) {
            run(Libraries.FALLOW, List.of(preparation.get()));
            Files.move(
                    folder.resolve(preparation.get().file(Libraries.FALLOW)),
                    Task.prepared(folder, work.source()),
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                Libraries.FALLOW,
                Libraries.UNFORCED,
                Libraries.NATIVES,
                Libraries.KEPT_SHORT,
                Libraries.HDF5,
                Libraries.JHDF
            })
    void answersAndFilesAreRight(String name) throws IOException {
        assumeTrue(!name.equals(Libraries.HDF5) || Hdf5Library.isForThisPlatform(), "no libhdf5 for this platform");
        DataLibrary library = Libraries.named(name);
        Judge judge = new Judge(SIZES, folder);
        List<String> wrong = new ArrayList<>();
        int done = 0;
        for (Work work : Works.all()) {
            if (!library.can(work.kind(), work.codec()) || isMisread(name, work)) {
                continue;
            }
            prepare(work);
            Printout printout = run(name, List.of(work));
            assertEquals(1, printout.laps().size(), work.name());
            judge.wrongAnswer(work, printout.laps().get(0).answer())
                    .ifPresent(problem -> wrong.add(work.name() + ": " + problem));
            judge.wrongFile(work, name, folder.resolve(work.file(name)))
                    .ifPresent(problem -> wrong.add(work.name() + ": " + problem));
            done++;
        }
        assertEquals(List.of(), wrong);
        assertTrue(done >= (name.equals(Libraries.KEPT_SHORT) ? 4 : 11), name + " did only " + done);
    }

    /** jHDF 0.13.0 returns zeros instead of some elements of an extensible array. */
    private static boolean isMisread(String name, Work work) {
        return name.equals(Libraries.JHDF) && work.source().equals("chunks-array") && work.kind() != Kind.FIRST_ELEMENT;
    }

    @Test
    void theJudgeFindsWrongAnswersAndFiles() throws IOException {
        Judge judge = new Judge(SIZES, folder);
        Work read = Works.named("none-read");
        double right = Field.fieldSum(folder, SIZES);
        assertEquals(Optional.empty(), judge.wrongAnswer(read, right));
        assertEquals(Optional.of("expected " + right + ", found " + (right + 1)), judge.wrongAnswer(read, right + 1));

        Work write = Works.named("write");
        Path file = folder.resolve(write.file(Libraries.JHDF));
        Libraries.named(Libraries.FALLOW).writeDoubles(file, new double[SIZES.doubles()]);
        assertTrue(judge.wrongFile(write, Libraries.JHDF, file).orElseThrow().endsWith("Fallow found 0.0"));
        Files.writeString(file, "nothing");
        assertTrue(judge.wrongFile(write, Libraries.JHDF, file).orElseThrow().startsWith("file: Fallow refuses it"));
    }

    /** The rows of 64 bytes, in chunks of 64 KiB, and little else. */
    @ParameterizedTest
    @ValueSource(strings = {"append-1", "append-1-directly", "append-1000"})
    void appendedRowsNeedLittleMoreThanTheirBytes(String name) throws IOException {
        Printout printout = run(Libraries.FALLOW, List.of(Works.named(name)));
        long chunkRows = DataLibrary.APPENDED_CHUNK;
        long chunks = (SIZES.appended() + chunkRows - 1) / chunkRows;
        long elements = chunks * chunkRows * DataLibrary.COLUMNS * Double.BYTES;
        long length = printout.laps().get(0).fileBytes();
        assertTrue(length >= elements, length + " bytes, " + elements + " of elements");
        assertTrue(length <= elements + 4096, length + " bytes, " + elements + " of elements");
    }

    /** With a policy the file is as long as it promises after each commit; with a commit for each part, hardly longer before. */
    @ParameterizedTest
    @ValueSource(strings = {"wander-one-session", "wander-reopened"})
    void aPolicyKeepsRewrittenFilesShort(String name) throws IOException {
        Work work = Works.named(name);
        DataResults results = new DataResults();
        for (String contender : List.of(Libraries.KEPT_SHORT, Libraries.KEPT_SHORT_IN_PARTS)) {
            results.add(contender, List.of(work), run(contender, List.of(work)));
            double committed = results.committed(work, contender).orElseThrow();
            assertTrue(committed >= 1 && committed <= 1.06, contender + ": " + committed);
        }
        double peak = results.peak(work, Libraries.KEPT_SHORT_IN_PARTS).orElseThrow();
        assertTrue(peak <= 1.2, name + ": " + peak);
        assertTrue(peak < results.peak(work, Libraries.KEPT_SHORT).orElseThrow(), name);
    }

    /** The old chunks are kept until the commit, and a call is committed in parts where the file would grow. */
    @ParameterizedTest
    @ValueSource(strings = {"wander-one-session", "wander-reopened", "grow-one-session", "grow-reopened"})
    void rewrittenChunksAreReused(String name) throws IOException {
        Work work = Works.named(name);
        DataResults results = new DataResults();
        results.add(Libraries.FALLOW, List.of(work), run(Libraries.FALLOW, List.of(work)));
        assertEquals(SIZES.rounds() + 1, results.rounds(work, Libraries.FALLOW).size());
        double peak = results.peak(work, Libraries.FALLOW).orElseThrow();
        assertTrue(peak >= 1 && peak <= 1.3, name + ": " + peak);
    }
}
