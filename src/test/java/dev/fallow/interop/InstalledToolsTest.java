package dev.fallow.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.interop.Installed.Outcome;
import dev.fallow.oracle.NeedsReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The installed tools of libhdf5 and the installed h5py read and edit files of every kind that Fallow has written. The
 * release of libhdf5 depends on the machine: Debian 12 has 1.10.8. {@code interop/sweep.py} runs the same checks with
 * other releases.
 */
class InstalledToolsTest {
    private static final Path SWEEP = Path.of("interop", "sweep.py");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"h5stat", "h5dump", "h5ls -r", "h5dump -H"})
    void toolsReadWhatFallowWrote(String line) throws IOException, InterruptedException {
        List<String> words = List.of(line.split(" "));
        Installed tool = Installed.program(words.get(0));
        for (Path path : OurFiles.write(folder)) {
            String[] arguments = words.subList(1, words.size()).toArray(new String[words.size()]);
            arguments[words.size() - 1] = path.toString();
            Outcome outcome = tool.run(arguments);
            assertThat(outcome.status())
                    .as("%s %s: %s", line, path, outcome.output())
                    .isZero();
            assertThat(outcome.output().toLowerCase(java.util.Locale.ROOT))
                    .as("%s %s", line, path)
                    .doesNotContain("error");
        }
    }

    @Test
    @NeedsReference
    void h5pyEditsWhatFallowWrote() throws IOException, InterruptedException {
        Installed python = Installed.pythonWithH5py();
        Path ours = Files.createDirectory(folder.resolve("ours"));
        Path edited = folder.resolve("edited");
        List<Path> files = OurFiles.write(ours);
        Outcome outcome = python.run(SWEEP.toString(), "--verbose", "--out", edited.toString(), ours.toString());
        assertThat(outcome.status()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains(files.size() + " files");
        for (Path path : files) {
            SweptFilesTest.verifyAndEdit(edited.resolve(path.getFileName()));
        }
    }
}
