package dev.fallow.benchmarks.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A short run; the times are meaningless. */
class FleetCommandTest {
    @TempDir
    private Path folder;

    @Test
    void aShortRunWritesBothReports() throws IOException {
        int status = new CommandLine(new FleetCommand())
                .execute("--objects", "200", "--seconds", "0.02", "--rounds", "1", "--out", folder.toString());
        assertThat(status).isZero();
        assertThat(Files.readAllLines(folder.resolve("threads.md")))
                .anyMatch(line -> line.startsWith("| small | 64 |"))
                .anyMatch(line -> line.startsWith("| slices | 2, a container each |"))
                .anyMatch(line -> line.startsWith("| nothing shared | 2 |"));
        assertThat(Files.readAllLines(folder.resolve("requests.md")))
                .anyMatch(line -> line.startsWith("| Fallow | pages of 64 KiB | 1000 |"));
    }
}
