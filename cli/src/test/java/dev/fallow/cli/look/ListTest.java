package dev.fallow.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.Golden;
import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code fallow ls}. */
class ListTest extends CommandFrame {
    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("sample.h5");
        Sample.write(file);
    }

    private List<String> paths(Object... arguments) {
        assertThat(fallow(arguments)).as(err.toString()).isEqualTo(ExitCode.OK);
        return Pattern.compile("\"path\" : \"(.*?)\"")
                .matcher(out.toString())
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    @Test
    void outputIsGolden() throws IOException {
        assertThat(fallow("ls", file)).isEqualTo(ExitCode.OK);
        Golden.check("ls.txt", folder, out);
        assertThat(fallow("ls", "-r", file)).isEqualTo(ExitCode.OK);
        Golden.check("ls-r.txt", folder, out);
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
        assertThat(fallow("ls", "-rl", file)).isEqualTo(ExitCode.OK);
        Golden.check("ls-rl.txt", folder, out);
        assertThat(fallow("ls", "-rl", "--bytes", file, "/run1")).isEqualTo(ExitCode.OK);
        Golden.check("ls-bytes.txt", folder, out);
        assertThat(fallow("ls", "-r", "--json", file)).isEqualTo(ExitCode.OK);
        Golden.check("ls.json", folder, out);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/run1/* | /run1/empty /run1/image /run1/label /run1/series",
                "/run1/[il]* | /run1/image /run1/label",
                "/run1/[!il]* | /run1/empty /run1/series",
                "/run1/[a-i]* | /run1/empty /run1/image",
                "/*/s* | /run1/series /types/sensor /types/sensors /types/small",
                "/**/s* | /run1/series /same /types/sensor /types/sensors /types/small",
                "**/image | /run1/image",
                "/run?/**/image | /run1/image",
                "/**/run1/** | /run1 /run1/empty /run1/image /run1/label /run1/series",
                "/*e*e | /nowhere",
                "/run1 | /run1/empty /run1/image /run1/label /run1/series",
                "/run1/image | /run1/image",
                "run1/image | /run1/image",
                "/types/sensor | /types/sensor",
                "/latest | /latest/empty /latest/image /latest/label /latest/series",
                "/latest/image | /latest/image",
                "/nowhere | /nowhere",
                "/other | /other",
            })
    void pathsAndPatterns(String path, String found) {
        assertThat(paths("ls", "--json", file, path)).containsExactlyInAnyOrder(found.split(" "));
    }

    @Test
    void patternsDescendIntoWhatTheyMatch() {
        assertThat(paths("ls", "-r", "--json", file, "/r*"))
                .containsExactly("/run1", "/run1/empty", "/run1/image", "/run1/label", "/run1/series");
    }

    @Test
    void namesWithWildcardsAreFoundByThemselves() {
        try (ContainerFile container = ContainerFile.open(file)) {
            container.root().createGroup("a*").createGroup("inside");
            container.root().createGroup("ab");
            container.root().createGroup("[x");
            container.root().createGroup("a\ud83d\ude00b");
        }
        assertThat(paths("ls", "--json", file, "/a*")).containsExactly("/a*/inside");
        assertThat(paths("ls", "--json", file, "/a?b")).hasSize(1);
        assertThat(paths("ls", "--json", file, "/a[*]")).containsExactly("/a*");
        assertThat(paths("ls", "--json", file, "/[x*")).containsExactly("/[x");
    }

    @Test
    void aPatternThatIsWrongOrMatchesNothingIsAnError() {
        assertThat(fallow("ls", file, "/[z-a]")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("[z-a]");
        assertThat(fallow("ls", file, "/no*thing")).isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("nothing matches /no*thing");
    }
}
