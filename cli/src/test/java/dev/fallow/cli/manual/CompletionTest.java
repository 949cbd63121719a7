package dev.fallow.cli.manual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.shell.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Completion scripts and manual pages, compared with what help says. */
class CompletionTest extends CommandFrame {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void everyVerbAndOptionIsCompleted(String shell) {
        assertThat(fallow("completion", shell)).isEqualTo(ExitCode.OK);
        String script = out.toString();
        for (String verb : verbs("")) {
            assertThat(script).as(verb).containsPattern("\\b" + verb + "\\b");
            for (String option : options(verb)) {
                String spelled = !shell.equals("fish")
                        ? option
                        : (option.startsWith("--") ? "-l " : "-s ") + option.replaceFirst("^--?", "");
                assertThat(script.lines().filter(line -> !shell.equals("fish") || line.contains("verb " + verb + "'")))
                        .as(verb)
                        .anyMatch(line -> line.contains(spelled));
            }
        }
        assertThat(script).as("lines end as shells want it").doesNotContain("\r");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void theShellAcceptsTheScript(String shell) throws IOException, InterruptedException {
        fallow("completion", shell);
        Path script = Files.writeString(folder.resolve("script"), out.toString());
        assertThat(run(shell, "-n", script.toString())).isEmpty();
    }

    @Test
    void bashCompletesVerbs() throws IOException, InterruptedException {
        fallow("completion", "bash");
        Path script = Files.writeString(folder.resolve("script"), out.toString());
        String asked = "source '" + script
                + "'; COMP_WORDS=(fallow sp); COMP_CWORD=1; _complete_fallow; echo \"${COMPREPLY[@]}\"";
        assertThat(run("bash", "-c", asked)).contains("space");
    }

    @Test
    void fishCompletesVerbsAndOptions() throws IOException, InterruptedException {
        fallow("completion", "fish");
        Path script = Files.writeString(folder.resolve("script"), out.toString());
        String source = "source '" + script + "'; ";
        assertThat(run("fish", "--no-config", "-c", source + "complete -C'fallow '"))
                .contains("info\t", "attr\t")
                .doesNotContain("get\t");
        assertThat(run("fish", "--no-config", "-c", source + "complete -C'fallow attr '"))
                .contains("get\t")
                .doesNotContain("info\t");
        assertThat(run("fish", "--no-config", "-c", source + "complete -C'fallow attr ls --j'"))
                .contains("--json");
    }

    @Test
    void whatIsCompletedIsAccepted() {
        fallow("completion", "bash");
        assertThat(out.toString()).contains("\"FSM_AGGR\"");
        for (String strategy : List.of("FSM_AGGR", "fsm-aggr", "fsm")) {
            assertThat(fallow("bench", "groups", 1, folder.resolve(strategy), "--strategy", strategy))
                    .as(strategy)
                    .isEqualTo(ExitCode.OK);
        }
    }

    @Test
    void everyVerbHasAPageWithItsOptions() throws IOException, InterruptedException {
        assertThat(fallow("manual", folder)).isEqualTo(ExitCode.OK);
        for (String verb : verbs("")) {
            page(verb);
        }
        for (String verb : verbs("attr")) {
            page("attr " + verb);
        }
        String all = Files.readString(folder.resolve("fallow.1"), StandardCharsets.UTF_8);
        assertThat(all).contains("fallow\\-space(1)").contains(".SH EXIT STATUS");
    }

    private void page(String verb) throws IOException, InterruptedException {
        Path path = folder.resolve("fallow-" + verb.replace(' ', '-') + ".1");
        String page = Files.readString(path, StandardCharsets.UTF_8);
        assertThat(page).contains("\n.SH NAME\n", "\n.SH SYNOPSIS\n", "\n.SH DESCRIPTION\n", "\n.SH OPTIONS\n");
        for (String option : options(verb)) {
            assertThat(page).as(verb).contains(option.replace("-", "\\-"));
        }
        if (installed("groff")) {
            assertThat(run("groff", "-man", "-ww", "-z", path.toString()))
                    .as(verb)
                    .isEmpty();
        }
    }

    /** The verbs that help lists. */
    private List<String> verbs(String above) {
        assertThat(above.isEmpty() ? fallow("--help") : fallow(above, "--help")).isEqualTo(ExitCode.OK);
        String list = out.toString().substring(out.toString().indexOf("Commands:"));
        return Pattern.compile("^  ([a-z]\\S*)", Pattern.MULTILINE)
                .matcher(list)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** The options that help lists. */
    private List<String> options(String verb) {
        Object[] words = (verb + " --help").split(" ");
        assertThat(fallow(words)).isEqualTo(ExitCode.OK);
        Matcher lines =
                Pattern.compile("^ {1,6}(-.*?)(\\s\\s|$)", Pattern.MULTILINE).matcher(out.toString());
        return lines.results()
                .flatMap(line -> List.of(line.group(1).split(", ")).stream())
                .map(option -> option.replaceFirst("[=\\[ ].*", ""))
                .toList();
    }

    private static boolean installed(String program) {
        return List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    private static String run(String... command) throws IOException, InterruptedException {
        assumeTrue(installed(command[0]), () -> command[0] + " is not installed");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }
}
