package dev.fallow.benchmarks.shrink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.benchmarks.data.PythonProgram;
import dev.fallow.benchmarks.race.entrant.Stable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command on a small scale. Programs that are not installed are left out. */
class ShrinkTableCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    private int execute(String... arguments) {
        CommandLine line = new CommandLine(new ShrinkTableCommand());
        line.setOut(new PrintWriter(new StringWriter()));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    private String report(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void everyFileIsShrunk() throws IOException {
        assertEquals(0, execute("--parts", "repack", "--out", folder.toString()), err::toString);
        String report = report("repack.md");
        for (PreparedFile file : PreparedFile.values()) {
            assertTrue(report.contains("\n| " + file.label() + " | shrink | 1 | "), report);
        }
        boolean compared = report.contains("\n| two | h5repack | 1 | ");
        assertEquals(!compared, err.toString().contains("h5repack is left out"), err::toString);
        assertTrue(report.contains("| hole | bytes written | at most 65,536 | "), report);
    }

    @Test
    void withoutH5repackItIsLeftOut() throws IOException {
        assertEquals(
                0,
                execute(
                        "--parts", "repack",
                        "--h5repack", folder.resolve("none").toString(),
                        "--out", folder.toString()),
                err::toString);
        assertTrue(err.toString().contains("h5repack is left out"), err::toString);
        assertFalse(report("repack.md").contains("| two | h5repack |"));
        assertTrue(report("repack.md").contains("| h5repack | not installed, and left out |"));
    }

    @Test
    void policiesFollowBothPlans() throws IOException {
        assertEquals(
                0,
                execute(
                        "--parts",
                        "logger",
                        "--seeds",
                        "1",
                        "--python",
                        folder.resolve("none").toString(),
                        "--out",
                        folder.toString()),
                err::toString);
        assertTrue(err.toString().contains("h5py is left out"), err::toString);
        String report = report("logger.md");
        for (Tactic tactic : Tactic.all(ShrinkScale.SMOKE, false)) {
            assertEquals(2, report.split("\n\\| " + tactic.label() + " \\|", -1).length - 1, tactic.label());
        }
        for (String workload : LoggerReport.WORKLOADS) {
            assertTrue(report.contains("](" + ShrinkPlots.name(workload) + ")"), report);
            assertTrue(Files.size(folder.resolve(ShrinkPlots.name(workload))) > 1000);
        }
    }

    /** The elements are the same, so the same bytes are stored, unless a version of zlib compresses in another way. */
    @Test
    void h5pyFollowsTheSamePlan() throws IOException, InterruptedException {
        String python =
                Optional.ofNullable(System.getenv(PythonProgram.VARIABLE)).orElse("python3");
        Stable stable = new Stable(List.of(), folder, 60);
        assumeTrue(PythonProgram.of(python, folder, stable).isPresent(), python + " has no h5py");
        LoggerRace race = new LoggerRace(stable, folder, python);
        Plan plan = Plan.churn(10, 1);
        List<Trail.Point> expected = race.run(Tactic.Fallow.PLAIN, plan).points();
        for (Tactic tactic : Tactic.all(ShrinkScale.SMOKE, true)) {
            if (tactic instanceof Tactic.H5py) {
                List<Trail.Point> points = race.run(tactic, plan).points();
                assertEquals(expected.size(), points.size());
                for (int i = 0; i < points.size(); i++) {
                    double stored = points.get(i).storedBytes();
                    assertEquals(1, stored / expected.get(i).storedBytes(), 0.01);
                    assertTrue(points.get(i).ratio() >= 1, tactic.label());
                }
            }
        }
    }

    @Test
    void unknownNamesAreWrongUsage() {
        assertEquals(2, execute("--parts", "nonsense"));
        assertEquals(2, execute("--scale", "nonsense"));
    }
}
