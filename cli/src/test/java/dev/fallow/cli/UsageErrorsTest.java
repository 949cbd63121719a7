package dev.fallow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of wrong command lines, and of files that are in use or are no files. */
class UsageErrorsTest extends CommandFrame {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ls | missing: FILE | usage: fallow ls [OPTION...] FILE",
                "tree | missing: FILE | usage: fallow tree [OPTION...] FILE [PATH]",
                "rm | missing: FILE | usage: fallow rm [OPTION...] FILE PATH...",
                "attr | missing: a verb | usage: fallow attr [OPTION...] ls|get|set|cp|rm ...",
                "attr foo | no such verb: foo | usage: fallow attr [OPTION...] ls|get|set|cp|rm ...",
                "attr set a.h5 /x | missing: NAME | usage: fallow attr set [OPTION...] FILE PATH NAME VALUE...",
                "cat no.h5/d | missing: PATH; no.h5/d does not exist | usage: fallow cat",
                "export no.h5/d x.npy | missing: OUT; no.h5/d does not exist | usage: fallow export",
                "info no.h5 /d | there is no file /d; info is about whole files | usage: fallow info",
                "cat a.h5 | missing: PATH | usage: fallow cat [OPTION...] FILE [PATH]",
                "attr get a.h5 name | missing: NAME | usage: fallow attr get [OPTION...] FILE PATH [NAME]",
                "dump a.h5 | missing: --addr | usage: fallow dump --addr A [OPTION...] FILE",
                "tree -L x a.h5 | Invalid value | usage: fallow tree [OPTION...] FILE [PATH]",
                "tree a.h5 /x /y | too many arguments: /y | usage: fallow tree [OPTION...] FILE [PATH]",
                "tree --nope a.h5 | unknown option: --nope | usage: fallow tree [OPTION...] FILE [PATH]",
                "cat --csv --json a.h5 /x | --json, --csv are mutually exclusive | usage: fallow cat",
                "head -n x a.h5 /d | Invalid value for option '--rows': expected a whole number, found x | usage: fallow head",
                "completion foo | Invalid value for SHELL: expected one of [bash, zsh, fish], found foo | usage: fallow comp",
                "set-strategy a.h5 x | Invalid value for STRATEGY: expected one of | usage: fallow set-strategy",
                "diff a.h5 --delta x b.h5 | Invalid value for option '--delta': expected a number, found x | usage: fallow diff",
                "info --json a.h5 b.h5 | --json tells of one file at a time, found 2 | usage: fallow info [OPTION...] FILE [FILE...]",
                "find a.h5 --kind x | Invalid value for option '--kind' (KIND): expected one of | usage: fallow find",
                "find a.h5 /x /y | too many arguments: /y | usage: fallow find [OPTION...] FILE [GROUP]",
                "lss | no such verb: lss | Did you mean: fallow ls",
            })
    void takeTwoLines(String arguments, String problem, String usage) {
        assertThat(fallow((Object[]) arguments.split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines()).as(err.toString()).hasSize(2);
        assertThat(err.toString()).startsWith("fallow: " + problem);
        assertThat(err.toString().lines().skip(1).findFirst().orElseThrow()).startsWith(usage);
    }

    @Test
    void noVerbTakesTwoLines() {
        assertThat(fallow()).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString().lines()).hasSize(2).last().isEqualTo("usage: fallow [OPTION...] COMMAND ...");
    }

    @Test
    void aFileInUseSaysWhatToType() throws IOException {
        Path file = folder.resolve("a.h5");
        Path copy = folder.resolve("a copy.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            container.root().createGroup("group");
            container.flush();
            Files.copy(file, copy);
        }
        for (String verb : new String[] {"ls", "tree", "rm", "space", "shrink"}) {
            Object[] words = verb.equals("rm") ? new Object[] {verb, copy, "/group"} : new Object[] {verb, copy};
            assertThat(fallow(words)).as(verb).isEqualTo(ExitCode.CANNOT_OPEN);
            boolean forces = verb.equals("rm") || verb.equals("shrink");
            assertThat(err.toString())
                    .as(verb)
                    .contains("fallow check --repair '" + copy + "' removes the mark")
                    .doesNotContain("ignoreWriteFlag", "FILE");
            assertThat(err.toString().contains("with --force, fallow " + verb + " works"))
                    .as("%s: %s", verb, err)
                    .isEqualTo(forces);
        }
        assertThat(fallow("rm", "--force", copy, "/group")).as(err.toString()).isEqualTo(ExitCode.OK);
    }

    @Test
    void aNameOfTheLibraryIsNoAdvice() {
        Path file = folder.resolve("a.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            assertThat(container.name()).isEqualTo(file.toString());
            assertThat(fallow("ls", file)).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(err.toString())
                    .contains("is open for editing in this JVM")
                    .doesNotContain("snapshot");
            assertThat(fallow("rm", file, "/x")).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(err.toString()).contains(file.toString()).doesNotContain("--force", "--repair");
        }
    }

    @Test
    void whatIsNoRegularFileIsSaid() {
        for (String verb : new String[] {"ls", "tree"}) {
            assertThat(fallow(verb, "-")).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(err.toString()).contains("- (standard input) is not a regular file");
        }
        if (Files.exists(Path.of("/dev/null"))) {
            assertThat(fallow("cat", "/dev/null", "/x")).isEqualTo(ExitCode.CANNOT_OPEN);
            assertThat(err.toString()).contains("/dev/null is not a regular file");
        }
    }

    @Test
    void anObjectMayStandBehindTheFile() throws IOException {
        Path file = folder.resolve("a.h5");
        try (ContainerFile container = ContainerFile.create(file)) {
            container.root().createGroups("g/h").createDataset("d", new int[] {1, 2, 3});
            container.dataset("/g/h/d").createAttribute("units", "m");
        }
        assertThat(fallow("ls", file + "/g")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("/g/h");
        assertThat(fallow("ls", file + "/g", "h")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("/g/h/d");
        assertThat(fallow("ls", file + "/g/*/d")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("/g/h/d");
        assertThat(fallow("ls", file + "/")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("/g");
        assertThat(fallow("tree", file + "/g")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).startsWith("/g").contains("h");
        assertThat(fallow("cat", file + "/g/h/d[1:]")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).isEqualTo("2 3\n");
        assertThat(fallow("attr", "ls", file + "/g/h/d")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("units");
        assertThat(fallow("attr", "get", file + "/g/h/d", "units")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().strip()).isEqualTo("\"m\"");
        assertThat(fallow("ls", file + "/no")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("/no");
        assertThat(fallow("ls", folder.resolve("no.h5/g"))).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("no.h5/g does not exist");
    }
}
