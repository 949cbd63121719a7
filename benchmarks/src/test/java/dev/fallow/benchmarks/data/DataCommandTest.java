package dev.fallow.benchmarks.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.benchmarks.race.entrant.Stable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command as a whole, at a size that is too small for meaningful times. */
class DataCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int execute(String... arguments) {
        CommandLine line = new CommandLine(new DataCommand());
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    private String report() throws IOException {
        return Files.readString(folder.resolve("smoke.md"));
    }

    @Test
    void reportAndPlotsAreWritten() throws IOException {
        int code = execute(
                "--scale", "smoke",
                "--contenders", "fallow,jhdf",
                "--works", "read,deflate-1-read,append-1000,wander-one-session,array-first-element",
                "--out", folder.toString());
        assertEquals(0, code, err.toString());
        String report = report();
        for (String row : List.of(
                "| read | ",
                "| deflate-1-read | ",
                "| append-1000 | ",
                "| wander-one-session | fallow | ",
                "| array-first-element | ")) {
            assertTrue(report.contains("\n" + row), row + report);
        }
        assertTrue(report.contains("| wander-one-session | highest length / live bytes | 1.30 |"), report);
        assertTrue(report.contains("--works read,deflate-1-read,append-1000,wander-one-session"), report);
        assertTrue(report.contains("| jhdf | jHDF 0.13.0 |"), report);
        assertFalse(report.contains("Failures"), report);
        assertTrue(Files.size(folder.resolve(DataPlots.churn(DataScale.SMOKE))) > 1000);
        assertTrue(Files.size(folder.resolve(DataPlots.cpu(DataScale.SMOKE))) > 1000);
    }

    @Test
    void withoutH5pyItIsLeftOut() throws IOException {
        int code = execute(
                "--scale", "smoke",
                "--contenders", "fallow,h5py",
                "--python", folder.resolve("none").toString(),
                "--works", "read",
                "--out", folder.toString());
        assertEquals(0, code);
        assertTrue(err.toString().contains("h5py is left out"), err.toString());
        assertTrue(report().contains("| CPU s | fallow |\n"), report());
    }

    @Test
    void withH5pyItTakesPartInEverything() throws IOException, InterruptedException {
        String python =
                Optional.ofNullable(System.getenv(PythonProgram.VARIABLE)).orElse("python3");
        Optional<PythonProgram> program = PythonProgram.of(python, folder, new Stable(List.of(), folder, 60));
        assumeTrue(program.isPresent(), python + " has no h5py; " + PythonProgram.VARIABLE + " names another one");
        int code = execute(
                "--scale",
                "smoke",
                "--contenders",
                "fallow,h5py,h5py-persistent,h5py-paged",
                "--python",
                python,
                "--out",
                folder.toString());
        assertEquals(0, code, out + err.toString());
        for (Work work : Works.all()) {
            if (work.codec().isCommon() || program.get().plugins()) {
                assertTrue(report().contains("| " + work.name() + " |"), work.name());
            }
            for (String contender : List.of(DataRace.H5PY_PERSISTENT, DataRace.H5PY_PAGED)) {
                assertEquals(
                        work.section() == Work.Section.CHURN,
                        report().contains("| " + work.name() + " | " + contender + " | "),
                        work.name());
            }
        }
    }

    @Test
    void withoutItsProgramHdf5PureIsLeftOut() throws IOException {
        int code = execute(
                "--scale", "smoke", "--contenders", "fallow,hdf5-pure", "--works", "read", "--out", folder.toString());
        assertEquals(0, code);
        assertTrue(err.toString().contains("hdf5-pure is left out"), err.toString());
    }

    /** A program that prints what hdf5-pure would, and copies a file of another contender. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aProgramTakesPartInRewriting() throws IOException {
        Path program = folder.resolve("program");
        Files.writeString(program, """
                #!/bin/sh
                case "$1" in wander-reopened:CHURN:*:hdf5-pure-wander-reopened.h5:1) ;; *) exit 1 ;; esac
                cp "$3/fallow-wander-reopened.h5" "$3/hdf5-pure-wander-reopened.h5"
                printf 'version\\thdf5-pure 0\\nround\\twander-reopened\\t0\\t3000\\t2500\\t1000\\n'
                printf 'round\\twander-reopened\\t1\\t2000\\t2000\\t1000\\nlap\\twander-reopened\\t1\\t1\\t0\\t2000\\n'
                """);
        assertTrue(program.toFile().setExecutable(true));
        int code = execute(
                "--scale", "smoke",
                "--contenders", "fallow,hdf5-pure",
                "--rust-program", program.toString(),
                "--works", "read,wander-reopened",
                "--out", folder.toString());
        assertEquals(0, code, out + err.toString());
        assertTrue(report().contains("| wander-reopened | hdf5-pure | 3.00 | 2.50 | 2.00 |"), report());
    }

    @Test
    void unknownNamesAreWrongUsage() {
        assertEquals(2, execute("--works", "nonsense"));
        assertEquals(2, execute("--scale", "nonsense"));
        assertEquals(2, execute("--scale", "smoke", "--contenders", "nonsense", "--out", folder.toString()));
        assertTrue(err.toString().contains("no library nonsense"), err.toString());
    }
}
