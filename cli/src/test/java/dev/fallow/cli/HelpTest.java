package dev.fallow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.cli.shell.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The help that the command prints. */
class HelpTest extends CommandFrame {
    @Test
    void everyVerbIsDescribedByASentence() {
        assertThat(fallow("--help")).isEqualTo(ExitCode.OK);
        String joined = out.toString().replaceAll("\\s+", " ");
        Fallow.command().getSubcommands().forEach((name, verb) -> {
            String[] header = verb.getCommandSpec().usageMessage().header();
            String[] description = verb.getCommandSpec().usageMessage().description();
            String first = header.length > 0 ? header[0] : description[0];
            assertThat(first).as(name).endsWith(".").hasSizeLessThan(80);
            assertThat(first.substring(0, first.length() - 1)).as(name).doesNotContain(". ", ";");
            assertThat(joined).contains(name + " " + first);
        });
    }

    @Test
    void helpFitsTheScreen() {
        for (String verb : Fallow.command().getSubcommands().keySet()) {
            assertThat(fallow(verb, "--help")).isEqualTo(ExitCode.OK);
            List<String> lines = out.toString().lines().toList();
            assertThat(lines).as(verb).allMatch(line -> line.length() <= 80);
        }
    }
}
