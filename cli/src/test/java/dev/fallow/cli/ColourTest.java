package dev.fallow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import dev.fallow.cli.shell.ExitCode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Colours in the terminal, and none elsewhere. */
class ColourTest extends CommandFrame {
    private static final String ESCAPE = "\u001b[";

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("file.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            Group group = container.root().createGroup("a group");
            group.createDataset("numbers", new int[200]);
            group.createDataset("gone", new int[200]);
            container.root().createSoftLink("link\u0090\u008f", "/a group");
            container.delete("/a group/gone");
        }
    }

    @Test
    void alwaysColours() {
        for (String verb : List.of("ls", "tree", "map", "space")) {
            assertThat(fallow(verb, "--color", "always", file)).isEqualTo(ExitCode.OK);
            String coloured = out.toString();
            assertThat(coloured).as(verb).contains(ESCAPE);
            assertThat(fallow("--color=always", verb, file)).isEqualTo(ExitCode.OK);
            assertThat(out.toString()).as(verb).isEqualTo(coloured);
            assertThat(fallow("--color", "always", verb, file)).isEqualTo(ExitCode.OK);
            assertThat(out.toString()).as(verb).isEqualTo(coloured);
            assertThat(fallow(verb, "--color", "never", file)).isEqualTo(ExitCode.OK);
            assertThat(out.toString())
                    .as("the same text in the same columns")
                    .isEqualTo(coloured.replaceAll("\u001b\\[[0-9]*m", ""));
        }
    }

    @Test
    void theColourIsThatOfTheKind() {
        fallow("ls", "--color=always", file);
        assertThat(out.toString())
                .contains(ESCAPE + "34mgroup" + ESCAPE + "0m", ESCAPE + "36mlink" + ESCAPE + "0m")
                .contains("link\\u0090\\u008f");
        fallow("tree", "--color=always", file);
        assertThat(out.toString()).contains(ESCAPE + "34ma group" + ESCAPE + "0m");
    }

    @Test
    void withoutTerminalNothingIsColoured() {
        for (String verb : List.of("ls", "tree", "map", "space", "info", "check")) {
            fallow(verb, file);
            assertThat(out.toString()).as(verb).doesNotContain("\u001b", "\u0090", "\u008f");
        }
    }

    @Test
    void whatIsPrintedForProgramsIsNeverColoured() {
        fallow("ls", "--color=always", "--json", file);
        assertThat(out.toString()).doesNotContain("\u001b");
    }

    @Test
    void otherWordsAreRefused() {
        assertThat(fallow("ls", "--color=sometimes", file)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("auto, always, never");
    }
}
