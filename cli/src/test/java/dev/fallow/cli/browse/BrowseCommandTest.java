package dev.fallow.cli.browse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.UsedFile;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Screen;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fallow browse} with a terminal that is none of the system. */
@SuppressWarnings("deprecation") // the terminal that is built instead of one of the system
class BrowseCommandTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path file;
    private String before;
    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

    @BeforeEach
    void write() {
        file = folder.resolve("used.h5");
        UsedFile.write(file);
        before = System.getProperty(Screen.TERMINAL_PROPERTY);
    }

    @AfterEach
    void reset() {
        TerminalBuilder.setTerminalOverride(null);
        if (before == null) {
            System.clearProperty(Screen.TERMINAL_PROPERTY);
        } else {
            System.setProperty(Screen.TERMINAL_PROPERTY, before);
        }
    }

    private int browse(String keys) throws IOException {
        System.setProperty(Screen.TERMINAL_PROPERTY, "true");
        screen.reset();
        try (PipedOutputStream keyboard = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(keyboard);
                Terminal terminal = new ExternalTerminal(
                        "test",
                        "xterm",
                        in,
                        screen,
                        StandardCharsets.UTF_8,
                        Terminal.SignalHandler.SIG_IGN,
                        false,
                        new Attributes(),
                        new Size(80, 24))) {
            keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
            keyboard.flush();
            TerminalBuilder.setTerminalOverride(terminal);
            return fallow("browse", file);
        }
    }

    private String screen() {
        return screen.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whatIsMarkedIsDeletedAtTheEnd() throws IOException {
        long bytes = Files.size(file);
        assertThat(browse("\u001b[BdG\u001b[H\r\u001b[Bd\u001b[6~\u001b[5~qy"))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines()).hasSize(3);
        assertThat(out.toString()).contains("deleted /images", "deleted /runs/run", "returned; the file has");
        assertThat(screen()).contains("images/", "1 object marked for deletion. It returns 17K.", "Delete");
        assertThat(screen()).as("the other screen is entered and left").contains("\u001b[?1049h", "\u001b[?1049l");
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            assertThat(container.root().names()).containsExactly("notes", "runs");
            assertThat(container.group("/runs").names()).hasSize(UsedFile.RUNS - 4 - 1);
        }
        assertThat(Files.size(file)).isLessThanOrEqualTo(bytes);
    }

    @Test
    void nothingIsDeletedWithoutAYes() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (String keys : new String[] {"q", "dqn", "dq\u001b", "dddq\u0003", "d\u0003", "\u001b", "?q"}) {
            assertThat(browse(keys + "\u0003")).as(err.toString()).isEqualTo(ExitCode.OK);
            assertThat(out.toString()).isEmpty();
            assertThat(Files.readAllBytes(file)).as(keys).isEqualTo(bytes);
        }
    }

    @Test
    void withoutATerminalItSaysSo() {
        System.setProperty(Screen.TERMINAL_PROPERTY, "false");
        assertThat(fallow("browse", file)).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(err.toString()).contains("browse needs a terminal").contains("fallow why");
    }

    @Test
    void aFileThatDoesNotExistIsAnError() throws IOException {
        file = folder.resolve("missing.h5");
        assertThat(browse("q")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("missing.h5 does not exist");
        assertThat(screen()).isEmpty();
    }
}
