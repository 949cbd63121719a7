package dev.fallow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs whose model is built. */
class VerbsTest extends CommandFrame {
    @Test
    void everyVerbHasItsName() {
        assertThat(Fallow.command().getSubcommands().keySet()).containsExactlyElementsOf(Fallow.VERBS);
        Fallow.command()
                .getSubcommands()
                .forEach((name, verb) -> assertThat(verb.getCommandName()).isEqualTo(name));
    }

    @Test
    void onlyTheVerbThatIsAskedForIsBuilt() {
        assertThat(Fallow.command("ls", "info").getSubcommands()).containsOnlyKeys("ls");
        assertThat(Fallow.command("-x", "info", "ls").getSubcommands()).containsOnlyKeys("info");
        assertThat(Fallow.command("help", "ls").getSubcommands()).hasSameSizeAs(Fallow.VERBS);
        assertThat(Fallow.command("lss", "ls").getSubcommands()).hasSameSizeAs(Fallow.VERBS);
    }

    @Test
    void theTrainingRunsItsVerbs(@TempDir Path folder) throws IOException {
        Locale locale = Locale.getDefault();
        try {
            Training.main(new String[] {folder.toString()});
            assertThat(folder)
                    .isDirectoryContaining("glob:**tour.h5")
                    .isDirectoryContaining("glob:**chunks-earliest.h5");
        } finally {
            Locale.setDefault(locale);
        }
    }

    @Test
    void similarVerbsAreSuggested() {
        assertThat(fallow("lss")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("Did you mean", "fallow ls");
        assertThat(fallow("help", "ls")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("Usage: fallow ls");
        assertThat(fallow("ls", "--help")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("Usage: fallow ls");
    }
}
