package dev.fallow.cli.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.cli.Golden;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SpaceCommandTest extends UsedFileFrame {
    @Test
    void theTextIsTheGoldenOne() throws IOException {
        assertThat(fallow("space", file)).isEqualTo(ExitCode.OK);
        Golden.check("space.txt", folder, out);
        assertThat(out.toString().lines()).hasSizeLessThanOrEqualTo(50).allMatch(line -> line.length() <= 80);
    }

    @Test
    void theJsonIsTheGoldenOne() throws IOException {
        assertThat(fallow("space", "--json", file)).isEqualTo(ExitCode.OK);
        Golden.check("space.json", folder, out);
        assertThat(fallow("space", "--json", "--sections", file)).isEqualTo(ExitCode.OK);
        Golden.check("space-sections.json", folder, out);
    }

    @Test
    void sectionsAreStreamedOnRequest() {
        SpaceReport report;
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            report = container.space();
        }
        assertThat(report.sections()).hasSizeGreaterThan(1);
        assertThat(fallow("space", "--sections", file)).isEqualTo(ExitCode.OK);
        report.sections()
                .forEach(section -> assertThat(out.toString())
                        .containsPattern(section.type().label() + " +" + section.address() + " +" + section.size()));
    }

    /** A file of more sections than fit on a screen, and of more groups. */
    @Test
    void thereAreAtMostFiftyLines() {
        Path many = folder.resolve("many.h5");
        try (ContainerFile container = ContainerFile.create(many)) {
            for (int i = 0; i < 300; i++) {
                container.root().createGroup("a group with a name that is longer than fits beside the bar " + i);
                container.root().createDataset("d" + i, new int[50 + i % 7]);
            }
            container.flush();
            for (int i = 0; i < 300; i += 2) {
                container.delete("/d" + i);
            }
        }
        assertThat(fallow("space", many)).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines()).hasSizeLessThanOrEqualTo(50).allMatch(line -> line.length() <= 80);
        assertThat(fallow("space", "--sections", many)).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines()).hasSizeGreaterThan(150);
    }
}
