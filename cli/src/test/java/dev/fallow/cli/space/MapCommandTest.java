package dev.fallow.cli.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.ObjectKind;
import dev.fallow.cli.Golden;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceObject;
import dev.fallow.report.SpaceUse;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class MapCommandTest extends UsedFileFrame {
    private static final int LARGEST_PAGE = 5 << 20;

    /** The name of a picture may be that of the file, by a link. */
    @Test
    void theFileItselfIsNoPicture() throws IOException {
        byte[] before = Files.readAllBytes(file);
        Path link = Files.createSymbolicLink(folder.resolve("picture.svg"), file);
        assertThat(fallow("map", file, "-o", link)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(link + " is FILE itself");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    @Test
    void textJsonAndSvgAreTheGoldenOnes() throws IOException {
        assertThat(fallow("map", file)).isEqualTo(ExitCode.OK);
        Golden.check("map.txt", folder, out);
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
        assertThat(fallow("map", "--json", "--cells", 12, file)).isEqualTo(ExitCode.OK);
        Golden.check("map.json", folder, out);
        Path svg = folder.resolve("used.svg");
        assertThat(fallow("map", file, "-o", svg)).isEqualTo(ExitCode.OK);
        Golden.check("map.svg", folder, Files.readString(svg));
    }

    /** Each byte of the file is in one cell; the picture has the colours of the classes that most of them have. */
    @Test
    void thePngHasTheColoursOfTheCells() throws IOException {
        Path png = folder.resolve("used.png");
        assertThat(fallow("map", file, "-o", png)).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("used.png: ");
        BufferedImage image = ImageIO.read(png.toFile());
        assertThat(image.getWidth()).isEqualTo(MapPicture.WIDTH);
        assertThat(image.getHeight()).isEqualTo(MapPicture.HEIGHT);
        MapCells cells = new MapCells(0, Files.size(file), MapPicture.CELLS, 0);
        SpaceBreakdown found;
        try (ContainerFile container = ContainerFile.openReadOnly(file)) {
            found = container.spaceBreakdown(cells);
        }
        for (SpaceUse use : SpaceUse.values()) {
            long sum = 0;
            for (int cell = 0; cell < cells.cells; cell++) {
                sum += cells.bytes(cell, use);
            }
            assertThat(sum).as(use.label()).isEqualTo(found.amount(use).bytes());
        }
        SpaceUse[] drawn = cells.drawn();
        for (int cell = 0; cell < cells.cells; cell++) {
            assertThat(cells.bytes(cell, drawn[cell])).isPositive();
            assertThat(image.getRGB(8 + cell % 118 * 8 + 4, 44 + cell / 118 * 8 + 3) & 0xFFFFFF)
                    .isEqualTo(UseColours.of(drawn[cell]));
        }
    }

    /** Nine of ten bytes of each cell are of one class, and one is of another: so are the cells. */
    @Test
    void mixedClassesTakeTurns() {
        MapCells cells = new MapCells(0, 10_000, 100, 0);
        for (int i = 0; i < 500; i++) {
            cells.accept(new SpaceItem.Block(i * 10, 9, SpaceUse.HEADERS, MapCells.NOBODY));
            cells.accept(new SpaceItem.Block(i * 10 + 9, 1, SpaceUse.LINKS, MapCells.NOBODY));
        }
        cells.accept(new SpaceItem.Block(5_000, 5_000, SpaceUse.CHUNKS, MapCells.NOBODY));
        SpaceUse[] drawn = cells.drawn();
        assertThat(Arrays.copyOf(drawn, 50)).containsOnly(SpaceUse.HEADERS, SpaceUse.LINKS);
        assertThat(Arrays.copyOf(drawn, 50)).filteredOn(SpaceUse.LINKS::equals).hasSize(5);
        assertThat(Arrays.copyOfRange(drawn, 50, 100)).containsOnly(SpaceUse.CHUNKS);
    }

    @Test
    void thePageNeedsNothingElse() throws IOException {
        Path page = folder.resolve("used.html");
        assertThat(fallow("map", file, "-o", page)).isEqualTo(ExitCode.OK);
        String html = Files.readString(page);
        assertThat(html)
                .contains("Map of used.h5", "/images/packed", "\"runs\":")
                .doesNotContain("http", "<link", " src=", "import ", "/*DATA*/", "<!--TITLE-->");
    }

    /** Names are data: they can neither end the script nor add an element. */
    @Test
    void namesCannotBecomePartOfThePage() throws IOException {
        Path hostile = folder.resolve("hostile.h5");
        try (ContainerFile container = ContainerFile.create(hostile)) {
            container.root().createDataset("<script>alert(1)<!--&\"'\u202e", new int[100]);
        }
        Path page = folder.resolve("hostile.html");
        Path svg = folder.resolve("hostile.svg");
        assertThat(fallow("map", hostile, "-o", page)).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(page))
                .doesNotContain("<script>alert", "\u202e")
                .contains("\\u003cscript");
        assertThat(fallow("map", hostile, "-o", svg)).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(svg)).doesNotContain("<script", "\u202e").contains("&lt;script");
    }

    /** 100 GB in 10 million blocks of 100,000 objects with long names. */
    @Test
    void thePageOfALargeFileIsShort() throws IOException {
        int objects = 100_000;
        int blocks = 10_000_000;
        long size = 10_000;
        MapCells cells = new MapCells(0, blocks * size, MapPage.CELLS, MapPage.NAMED);
        cells.accept(new SpaceObject(0, -1, Optional.of("/"), ObjectKind.GROUP, 0, 1));
        for (int i = 1; i < objects; i++) {
            cells.accept(new SpaceObject(i, i / 100, Optional.of("\u00e4".repeat(400) + i), ObjectKind.GROUP, i, 1));
        }
        for (int i = 0; i < blocks; i++) {
            int left = i % 7;
            SpaceUse use = left < 5 ? SpaceUse.values()[left] : SpaceUse.CHUNKS;
            cells.accept(new SpaceItem.Block(i * size, size - left, use, i % objects));
        }
        cells.addUp();
        List<SpaceBreakdown.Amount> amounts = new ArrayList<>();
        for (SpaceUse use : SpaceUse.values()) {
            amounts.add(new SpaceBreakdown.Amount(use, 1, 1));
        }
        SpaceBreakdown found =
                new SpaceBreakdown(blocks * size, blocks * size, objects, amounts, List.of(), 0, List.of());
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        cells.found = found;
        new MapPage(cells, null).write(page, "large.h5");
        assertThat(page.size()).isLessThan(LARGEST_PAGE);
        assertThat(page.toString(StandardCharsets.US_ASCII)).contains("\"runs\":10000000");
    }

    @Test
    void wrongArgumentsAreSaid() {
        assertThat(fallow("map", file, "-o", folder.resolve("used.h5"))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("expected a name that ends with .html, .svg or .png");
        for (Object[] wrong : new Object[][] {
            {"map", file, "--trace", file}, {"map", file, "--trace", file, "-o", folder.resolve("used.png")}
        }) {
            assertThat(fallow(wrong)).isEqualTo(ExitCode.USAGE);
            assertThat(err.toString()).contains("--trace: needs -o with a name that ends with .html");
        }
        assertThat(fallow("map", file, "--trace", file, "-o", folder.resolve("used.html")))
                .isEqualTo(ExitCode.CANNOT_OPEN);
        assertThat(err.toString()).contains("not a trace");
        assertThat(folder.resolve("used.html")).doesNotExist();
        assertThat(fallow("map", file, "--cells", 0)).isEqualTo(ExitCode.USAGE);
        assertThat(fallow("map", folder.resolve("missing.h5"))).isEqualTo(ExitCode.CANNOT_OPEN);
    }
}
