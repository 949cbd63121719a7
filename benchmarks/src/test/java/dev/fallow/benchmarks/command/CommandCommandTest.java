package dev.fallow.benchmarks.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.ContainerFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command with a script that stands for {@code fallow}. */
class CommandCommandTest {
    @TempDir
    private Path folder;

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void everyVerbHasARow() throws IOException {
        Path script = folder.resolve("fallow");
        Files.writeString(script, """
                #!/bin/sh
                case $1 in
                  why) echo "fallow: out of memory: 1 MB are not enough" >&2; exit 3 ;;
                  holes) echo "fallow: no such file" >&2; exit 3 ;;
                  diff) exit 1 ;;
                  tree) exec sleep 60 ;;
                  map) [ "$2" = -o ] && echo page >"$3" ;;
                esac
                exit 0
                """);
        Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\n");
        assertTrue(java.toFile().setExecutable(true));
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
        Files.createSymbolicLink(folder.resolve("jdk2"), folder.resolve("jdk"));
        StringWriter err = new StringWriter();
        CommandLine line = new CommandLine(new CommandCommand());
        line.setOut(new PrintWriter(new StringWriter()));
        line.setErr(new PrintWriter(err));
        int code = line.execute(
                "--fallow",
                script.toString(),
                "--jdk",
                folder.resolve("jdk").toString(),
                "--jdk",
                folder.resolve("jdk2").toString(),
                "--laps",
                "2",
                "--objects",
                "2000,3000",
                "--limit",
                "1",
                "--out",
                folder.toString());
        assertEquals(0, code, err::toString);
        String report = Files.readString(folder.resolve("start.md")) + Files.readString(folder.resolve("objects.md"));
        assertTrue(report.contains("\n| info | JDK 17.0.1 | 0."), report);
        assertTrue(report.contains(" --jdk jdk --jdk jdk2 --laps 2 --objects 2000,3000 "), report);
        assertTrue(report.contains("\n| objects | 2,000 | 3,000 |\n"), report);
        assertTrue(report.contains("\n| `why` | **out of memory** | **out of memory** |\n"), report);
        assertTrue(report.contains("\n| `holes` | **fails** | **fails** |\n"), report);
        assertTrue(report.contains("\n| `tree` | ended after 1 s | ended after 1 s |\n"), report);
        assertTrue(report.contains("\n| `diff` | 0."), report);
        assertTrue(report.contains("\n| 2,000 | 5 |\n| 3,000 | 5 |\n"), report);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void oneGroupHasAReportOfItsOwn() throws IOException {
        Path script = folder.resolve("fallow");
        // the last word is a path or the file, which is kept for a look
        Files.writeString(
                script, "#!/bin/sh\ncase $2 in *.h5) cp \"$2\" \"%s\" ;; esac\n".formatted(folder.resolve("kept")));
        int code = new CommandLine(new CommandCommand())
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(new StringWriter()))
                .execute(
                        "--fallow",
                        script.toString(),
                        "--parts",
                        "objects",
                        "--shape",
                        "ONE_GROUP",
                        "--objects",
                        "2000",
                        "--out",
                        folder.toString());
        assertEquals(0, code);
        String report = Files.readString(folder.resolve("one-group.md"));
        assertTrue(report.contains("in one group; every tenth dataset is deleted."), report);
        try (ContainerFile kept = ContainerFile.openReadOnly(folder.resolve("kept"))) {
            assertEquals(1_800, kept.root().group("all").names().size());
        }
    }

    /** Without a lap there is no median. */
    @Test
    void numbersThatAreNoneAreRefused() {
        for (String[] wrong : new String[][] {{"--laps", "0"}, {"--laps", "two"}, {"--limit", "-1"}}) {
            CommandLine line = new CommandLine(new CommandCommand());
            line.setErr(new PrintWriter(new StringWriter()));
            assertEquals(2, line.execute(wrong), () -> String.join(" ", wrong));
        }
    }
}
