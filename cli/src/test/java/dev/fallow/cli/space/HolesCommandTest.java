package dev.fallow.cli.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.fallow.ContainerFile;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.Golden;
import dev.fallow.cli.UsedFile;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.report.FreeSection;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HolesCommandTest extends CommandFrame {
    @TempDir
    private Path folder;

    @Test
    void textAndJsonAreTheGoldenOnes() throws IOException {
        Path file = folder.resolve("used.h5");
        UsedFile.write(file);
        assertThat(fallow("holes", file)).isEqualTo(ExitCode.OK);
        Golden.check("holes.txt", folder, out);
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
        assertThat(fallow("holes", "--json", "--largest", 2, "--small", "2K", file))
                .isEqualTo(ExitCode.OK);
        Golden.check("holes.json", folder, out);
    }

    @Test
    void aFileWithoutHolesHasNoNumbers() {
        Path file = folder.resolve("full.h5");
        ContainerFile.create(file).close();
        assertThat(fallow("holes", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines()).hasSize(3);
        assertThat(fallow("holes", "--json", file)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("\"fragmentation\" : 0.0");
    }

    @Test
    void theMeasuresAreWhatTheHelpSays() {
        HolesCommand.HoleSizes sizes = new HolesCommand.HoleSizes(2);
        long address = 0;
        for (long size : new long[] {10, 100, 20, 1_000, 70}) {
            sizes.accept(new FreeSection(FreeSection.Type.RAW_DATA, address, size));
            address += 2 * size;
        }
        sizes.sort();
        assertThat(sizes.largest()).isEqualTo(1_000);
        assertThat(sizes.median()).isEqualTo(70);
        assertThat(sizes.halfOfBytes()).isEqualTo(1_000);
        assertThat(sizes.fragmentation()).isEqualTo(1 - 1_000 / 1_200.0, within(1e-9));
        assertThat(sizes.bytesBelow(100)).isEqualTo(100);
        assertThat(sizes.runs[6]).isEqualTo(2);
        assertThat(sizes.bytes[6]).isEqualTo(170);
        assertThat(sizes.largestRuns()).extracting(FreeSection::size).containsExactly(1_000L, 100L);
    }

    @Test
    void wrongArgumentsAreSaid() {
        assertThat(fallow("holes", "--largest", -1, folder)).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("holes", "--small", "x", folder)).isEqualTo(ExitCode.USAGE);
    }
}
