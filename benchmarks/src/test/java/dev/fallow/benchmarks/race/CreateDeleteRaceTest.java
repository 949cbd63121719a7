package dev.fallow.benchmarks.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.benchmarks.race.entrant.Lap;
import dev.fallow.benchmarks.race.entrant.LapJson;
import dev.fallow.benchmarks.race.entrant.Pace;
import dev.fallow.research.createdelete.ReportTest;
import dev.fallow.research.createdelete.Writes;
import dev.fallow.research.report.ReportCommandLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Small races in separate JVMs: the tables are complete, and omitted and failed measurements are reported. */
class CreateDeleteRaceTest {
    @TempDir
    private Path folder;

    private RaceCommand command(String... arguments) {
        RaceCommand command = new RaceCommand();
        new CommandLine(command).parseArgs(arguments);
        return command;
    }

    private CreateDeleteRace race(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        Path work = folder.resolve("work");
        all.addAll(List.of("--scale", "smoke", "--out", folder.resolve("out").toString(), "--work", work.toString()));
        RaceOptions options = command(all.toArray(String[]::new)).options();
        return new CreateDeleteRace(options, "the command", new PrintWriter(new StringWriter()));
    }

    @Test
    @EnabledIf(
            value = "dev.fallow.benchmarks.race.entrant.Hdf5Library#isForThisPlatform",
            disabledReason = "this release of libhdf5 has natives for x86-64 (Linux, macOS, Windows) only")
    void ourTablesBesideTheReports() throws IOException, InterruptedException {
        CreateDeleteRace race = race(
                "--tests",
                "groups",
                "--counts",
                "5,500",
                "--contenders",
                "fallow-ordered,fallow-linked-list,libhdf5",
                "--linked-list-objects",
                "20");
        String report = race.run();
        assertFalse(race.failed(), report);
        assertTrue(report.contains("\n| 500 | 0.108 | 0.119 | 1.10 | – | – | – | "), report);
        assertTrue(report.contains("- fallow-linked-list, 500: left out: more than 20 objects"), report);
        for (Measure measure : Measure.values()) {
            assertTrue(report.contains("\n**groups: " + measure.label() + "**\n"), measure.label());
        }
        assertTrue(report.contains("(libhdf5 1.14."), report);
        assertTrue(Files.size(folder.resolve("out/smoke-summary.png")) > 1_000);
        assertEquals(report, Files.readString(folder.resolve("out/smoke.md")));
        String summary = Files.readString(folder.resolve("out/smoke-summary.md"));
        assertTrue(summary.contains("](smoke-summary.png)"), summary);
        String json = Files.readString(folder.resolve("out/smoke.json"));
        assertTrue(json.contains("\"contender\" : \"libhdf5\""), json);
        assertTrue(json.contains("\"cpu_s\":"), json);
        Files.delete(folder.resolve("out/smoke.md"));
        Files.delete(folder.resolve("out/smoke-summary.md"));
        SavedRace saved = SavedRace.read(folder.resolve("out/smoke.json"));
        assertEquals(report, saved.write(null), "made again from the numbers alone");
        assertEquals(report, Files.readString(folder.resolve("out/smoke.md")));
        assertEquals(summary, Files.readString(folder.resolve("out/smoke-summary.md")));
        try (Stream<Path> left = Files.list(folder.resolve("work"))) {
            assertEquals(List.of(), left.toList());
        }
    }

    /** What another race has measured stays, unless it is measured again. */
    @Test
    void aRaceIsContinued() throws IOException, InterruptedException {
        race("--tests", "groups", "--counts", "5,7", "--contenders", "fallow-ordered")
                .run();
        String before = race("--tests", "attributes", "--counts", "7", "--contenders", "fallow-bitmap", "--continue")
                .run();
        assertTrue(before.contains("\n| fallow-ordered | "), before);
        assertTrue(before.contains("\n## groups\n"), before);
        assertTrue(before.contains("\n## attributes\n"), before);
        assertTrue(before.contains("- processes for each number: 1\n"), before);
        assertTrue(before.matches("(?s).*\n- minutes in all: [0-9.]+; [0-9.]+\n.*"), before);
        String again = race("--tests", "groups", "--counts", "7", "--contenders", "fallow-ordered", "--continue")
                .run();
        assertEquals(3, again.split("- minutes in all: ")[1].split("\n")[0].split("; ").length, again);
        String json = Files.readString(folder.resolve("out/smoke.json"));
        assertEquals(3, json.split("\"contender\" :", -1).length - 1, json);
        assertFalse(json.contains("], ["), "one process of each: " + json);
    }

    /** The failure of one program does not affect the results of the others, and the race is reported as incomplete. */
    @Test
    void whoFailsIsNamed() throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java"); // there is no class "attributes"
        if (!Files.exists(java)) {
            java = java.resolveSibling("java.exe");
        }
        CreateDeleteRace race = race(
                "--tests",
                "attributes",
                "--counts",
                "5",
                "--c-program",
                java.toString(),
                "--contenders",
                "fallow-ordered-cold,c-program",
                "--jvm",
                "-Xmx128m");
        String report = race.run();
        assertTrue(race.failed());
        assertTrue(report.contains("- c-program, 5: **failed**: ended with 1"), report);
        assertTrue(report.contains("\n| fallow-ordered-cold | "), report);
    }

    @Test
    void linesOfOtherPrograms() throws IOException {
        String line = "{\"library\":\"libhdf5 2.2.0\",\"test\":\"groups\",\"count\":50000,\"libver\":\"latest\","
                + "\"persist\":false,\"cpu_s\":1.271,\"wall_s\":1.5,\"free_bytes_before_close\":7,\"file_bytes\":13301960}";
        Lap lap = LapJson.read(line, ReportTest.GROUPS, 50_000);
        assertEquals(new Lap("libhdf5 2.2.0", 1.271, 1.5, -1, 13_301_960, Writes.UNKNOWN), lap);
        assertEquals(lap, LapJson.read(LapJson.of(lap, ReportTest.GROUPS, 5), ReportTest.GROUPS, 5));
        assertThrows(IOException.class, () -> LapJson.read(line, ReportTest.GROUPS, 5_000));
        assertThrows(IOException.class, () -> LapJson.read(line, ReportTest.NESTED, 50_000));
        assertThrows(IOException.class, () -> LapJson.read("failed: a0", ReportTest.GROUPS, 50_000));
        assertThrows(
                IOException.class,
                () -> LapJson.read("{\"test\":\"groups\",\"count\":50000}", ReportTest.GROUPS, 50_000));
    }

    @Test
    void exponents() {
        assertEquals(
                2,
                Growth.exponent(List.of(1.0, 2.0, 4.0), List.of(3.0, 12.0, 48.0))
                        .getAsDouble(),
                1e-12);
        // by hand: the slope through (0, 0), (1, 1), (2, 1), base 2, is 1/2
        assertEquals(
                0.5,
                Growth.exponent(List.of(1.0, 2.0, 4.0), List.of(1.0, 2.0, 2.0)).getAsDouble(),
                1e-12);
        assertTrue(Growth.exponent(List.of(5.0), List.of(3.0)).isEmpty());
        assertTrue(Growth.exponent(List.of(5.0, 5.0), List.of(3.0, 4.0)).isEmpty());
    }

    @Test
    void shortTestsFillALap() {
        Pace pace = new Pace(1, 1, 5, 0.1, 10);
        assertEquals(1, pace.repeats(0.1));
        assertEquals(4, pace.repeats(0.03));
        assertEquals(100, pace.repeats(0));
    }

    @Test
    void wrongArgumentsAreNamed() {
        for (String[] wrong : new String[][] {
            {"--scale", "huge"},
            {"--tests", "groups,links"},
            {"--counts", "0"},
            {"--counts", "1e3"},
            {"--contenders", "me"},
            {"--c-program", "/no/such/program"},
            {"--nonsense", "1"},
            {"--out"}
        }) {
            assertThrows(
                    CommandLine.ParameterException.class,
                    () -> command(wrong).options(),
                    () -> String.join(" ", wrong));
        }
    }

    @Test
    void resultsDoNotNameFoldersOfThisMachine() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        CommandLine.ParseResult parsed = new CommandLine(new RaceCommand())
                .parseArgs(
                        "--scale",
                        "quick",
                        "--c-program=" + java,
                        "--counts",
                        "5,6",
                        "--continue",
                        "--jvm",
                        "-Xmx1g -Xbatch");
        assertEquals(
                "java -jar benchmarks/target/benchmarks.jar race --scale quick --c-program java --counts 5,6"
                        + " --continue --jvm \"-Xmx1g -Xbatch\"",
                ReportCommandLines.publicForm(parsed));
    }
}
