package dev.fallow.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.DatasetOptions;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.VirtualMapping;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.shell.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command says of virtual datasets: where their elements are, and what is missing. */
class VirtualSourcesTest extends CommandFrame {
    private static final String TWO_OF_THREE = "/t: 2 of 3 sources are missing: src1.h5/t, src2.h5/t";
    private static final String FILLED = "; what is missing is shown as the fill value";

    @TempDir
    private Path folder;

    private Path file;

    /** Three sources of which the first is there. */
    @BeforeEach
    void write() {
        file = folder.resolve("stack.h5");
        source(0);
        List<VirtualMapping> rows = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            rows.add(VirtualMapping.ofWhole("src" + i + ".h5", "/t", Selection.of(i + ", :")));
        }
        try (ContainerFile container = ContainerFile.create(file)) {
            container
                    .root()
                    .createVirtualDataset(
                            "t",
                            Types.integer(4),
                            new long[] {3, 2},
                            rows,
                            DatasetOptions.defaults().withFillValue(-7));
        }
    }

    private void source(int number) {
        try (ContainerFile container = ContainerFile.create(folder.resolve("src" + number + ".h5"))) {
            container.root().createDataset("t", new int[] {number, number + 10});
        }
    }

    private void complete() {
        source(1);
        source(2);
    }

    private void expect(int code, String errors, Object... arguments) {
        assertThat(fallow(arguments)).as(err.toString()).isEqualTo(code);
        assertThat(err.toString()).isEqualToIgnoringNewLines(errors.isEmpty() ? "" : "fallow: " + errors);
    }

    @Test
    void verbsThatShowElementsTellWhatIsMissing() throws IOException {
        expect(ExitCode.FINDINGS, TWO_OF_THREE + FILLED, "cat", file, "/t");
        assertThat(out.toString().lines()).containsExactly("0 10", "-7 -7", "-7 -7");
        expect(ExitCode.OK, "", "cat", file, "/t[0]");
        expect(ExitCode.FINDINGS, "/t: 1 of 1 source is missing: src2.h5/t" + FILLED, "cat", file, "/t[2]", "--json");
        assertThat(out.toString()).contains("missingSources", "src2.h5", "\"missing\"");
        expect(ExitCode.FINDINGS, TWO_OF_THREE + FILLED, "head", file, "/t", "--json");
        assertThat(out.toString()).contains("missingSources");
        expect(ExitCode.OK, "", "head", file, "/t", "--quick", "-n", 1);
        Path exported = folder.resolve("t.csv");
        expect(ExitCode.FINDINGS, TWO_OF_THREE + FILLED, "export", file, "/t", exported, "--json");
        assertThat(Files.readAllLines(exported)).containsExactly("0,10", "-7,-7", "-7,-7");

        complete();
        expect(ExitCode.OK, "", "cat", file, "/t", "--json");
        assertThat(out.toString()).doesNotContain("missingSources");
        expect(ExitCode.OK, "", "head", file, "/t");
    }

    @Test
    void infoHasAProblem() throws IOException {
        expect(ExitCode.FINDINGS, "", "info", file);
        assertThat(out.toString().lines())
                .contains(
                        "problem    " + TWO_OF_THREE, "verdict    sound, but sources of virtual datasets are missing");
        expect(ExitCode.FINDINGS, "", "info", file, "--json");
        assertThat(out.toString()).contains(TWO_OF_THREE);
        complete();
        expect(ExitCode.OK, "", "info", file);
        assertThat(out.toString()).contains("no problem found").doesNotContain("sources");
    }

    @Test
    void theListingHasTheMappings() throws IOException {
        expect(ExitCode.OK, "", "ls", "-l", file);
        assertThat(out.toString().lines())
                .containsExactly(
                        "dataset  int32  (3, 2)  virtual, 3 sources (2 missing)  0  /t",
                        "  [0, 0:2]  from src0.h5/t",
                        "  [1, 0:2]  from src1.h5/t  missing",
                        "  [2, 0:2]  from src2.h5/t  missing");
        expect(ExitCode.OK, "", "ls", "--json", file);
        assertThat(out.toString()).contains("\"sources\"", "\"present\"", "\"missing\"");
    }

    @Test
    void ofManyMappingsTheFirstAreListed() {
        List<VirtualMapping> many = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            many.add(new VirtualMapping(
                    ".", "/" + i % 5, Selection.points(new long[] {i}), Selection.points(new long[] {i})));
        }
        try (ContainerFile container = ContainerFile.create(folder.resolve("many.h5"))) {
            container.root().createVirtualDataset("v", Types.integer(4), new long[] {30}, many);
        }
        expect(ExitCode.OK, "", "ls", "-l", folder.resolve("many.h5"));
        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(22).endsWith("  ... (10 more)");
        assertThat(lines.get(0)).contains("virtual, 5 sources (5 missing)");
        assertThat(lines.get(1)).contains("from /0[points (0,)]");
    }

    @Test
    void whatIsNotThereIsNotEqual() throws IOException {
        Path copy = folder.resolve("copy.h5");
        Files.copy(file, copy);
        String compared = TWO_OF_THREE + "; what is missing is compared as the fill value";
        expect(2, "A: " + compared + "fallow: B: " + compared, "diff", file, copy);
        Files.delete(folder.resolve("src0.h5"));
        expect(
                2,
                "A: /t: 3 of 3 sources are missing: src0.h5/t, src1.h5/t, src2.h5/t; nothing is compared"
                        + "fallow: B: /t: 3 of 3 sources are missing: src0.h5/t, src1.h5/t, src2.h5/t; nothing is compared",
                "diff",
                file,
                copy);
        source(0);
        complete();
        expect(ExitCode.OK, "", "diff", file, copy);
    }

    @Test
    void numbersThatDoNotFitAreRounded() throws IOException {
        Path rounded = folder.resolve("rounded.h5");
        try (ContainerFile container = ContainerFile.create(rounded)) {
            container.root().createDataset("d", new double[] {0.5, -1.9, 3e9});
            container
                    .root()
                    .createVirtualDataset(
                            "v",
                            Types.integer(4),
                            new long[] {3},
                            List.of(VirtualMapping.ofWhole(".", "/d", Selection.of(":"))));
        }
        String note = "/v: numbers that int32 cannot represent are rounded: of /d";
        expect(ExitCode.OK, note, "cat", rounded, "/v");
        assertThat(out.toString()).isEqualToIgnoringNewLines("0 -1 2147483647");
        expect(ExitCode.OK, note, "head", rounded, "/v");
        assertThat(out.toString()).contains("minimum   -1", "maximum   2147483647");
        Path exported = folder.resolve("v.npy");
        expect(ExitCode.OK, note, "export", rounded, "/v", exported);
        byte[] array = Files.readAllBytes(exported);
        assertThat(Arrays.copyOfRange(array, array.length - 12, array.length))
                .containsExactly(0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, 127);
        expect(ExitCode.OK, "", "diff", rounded, rounded);
    }

    @Test
    void integersThatAreNoFloatsAreRounded() throws IOException {
        Path rounded = folder.resolve("rounded.h5");
        try (ContainerFile container = ContainerFile.create(rounded)) {
            container.root().createDataset("d", new int[] {(1 << 24) + 1});
            List<VirtualMapping> all = List.of(VirtualMapping.ofWhole(".", "/d", Selection.of(":")));
            container.root().createVirtualDataset("single", Types.floatingPoint(4), new long[] {1}, all);
            container.root().createVirtualDataset("double", Types.floatingPoint(8), new long[] {1}, all);
        }
        String note = "/single: numbers that float32 cannot represent are rounded: of /d";
        expect(ExitCode.OK, note, "cat", rounded, "/single");
        expect(ExitCode.OK, "", "cat", rounded, "/double");
        assertThat(out.toString()).isEqualToIgnoringNewLines("1.6777217E7");
    }
}
