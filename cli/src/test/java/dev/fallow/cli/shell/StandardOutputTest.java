package dev.fallow.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.cli.Fallow;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a command whose output cannot be written. */
class StandardOutputTest {
    private static final int GROUPS = 5_000;

    @TempDir
    private Path folder;

    private Path file;
    private final StringWriter err = new StringWriter();

    /** Fails from a write on. */
    private static final class Broken extends OutputStream {
        private final String reason;
        private final int good;
        private int writes;

        Broken(String reason, int good) {
            this.reason = reason;
            this.good = good;
        }

        @Override
        public void write(int b) {
            throw new AssertionError("only whole parts are written");
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            if (++writes > good) {
                throw new IOException(reason);
            }
        }
    }

    @BeforeEach
    void write() {
        file = folder.resolve("file.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            for (int i = 0; i < GROUPS; i++) {
                container.root().createGroup("a group with a long name " + i);
            }
        }
    }

    private int run(Broken broken, String... arguments) {
        PrintStream stream = new PrintStream(new StandardOutput(broken), false, StandardCharsets.UTF_8);
        return Fallow.run(
                new PrintWriter(stream, false, StandardCharsets.UTF_8), new PrintWriter(err, true), arguments);
    }

    /** As in {@code fallow ls FILE | head}: the walk ends. */
    @Test
    void aReaderThatHasGoneEndsTheCommand() {
        for (String verb : new String[] {"ls", "tree"}) {
            Broken broken = new Broken("Broken pipe", 1);
            assertThat(run(broken, verb, file.toString())).as(verb).isEqualTo(ExitCode.READER_GONE);
            assertThat(broken.writes)
                    .as("a part that fits and one or two that do not")
                    .isBetween(2, 3);
        }
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aFullDiskIsAnError() {
        for (String[] command : new String[][] {{"ls"}, {"ls", "--json"}, {"info"}}) {
            Broken broken = new Broken("No space left on device", 0);
            String[] arguments = {command[0], file.toString(), command[command.length - 1]};
            assertThat(command.length == 1 ? run(broken, command[0], file.toString()) : run(broken, arguments))
                    .isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(err.toString()).isEqualToIgnoringNewLines("fallow: standard output: No space left on device");
            err.getBuffer().setLength(0);
        }
    }

    @Test
    void whatIsReadToTheEndIsNoError() {
        assertThat(run(new Broken("Broken pipe", Integer.MAX_VALUE), "ls", file.toString()))
                .isEqualTo(ExitCode.OK);
    }
}
