package dev.fallow.cli.space;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.NameText;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.OutputFile;
import dev.fallow.cli.shell.Screen;
import dev.fallow.cli.shell.Verb;
import dev.fallow.report.AllocationTrace;
import dev.fallow.report.ContainerInfo;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fallow map}: a picture of a file. */
@Command(
        name = "map",
        description = {
            "Draws a picture of the bytes of a file.",
            "In the terminal, each character stands for an equal share of the file:",
            "# elements, %% global heaps, = other structures, . free, ? untracked.",
            "Where these are mixed, they take turns.",
            "With -o, the picture is written as SVG, as PNG, or as an HTML page in which regions can be pointed at,",
            "zoomed and searched; the page needs no other file. The chunks of the only dataset of a file are shown there."
        })
public final class MapCommand extends Verb.OnFile {
    private static final int TERMINAL_ROWS = 16;
    /** The columns before and after the cells of a row. */
    private static final int MARGIN = 18;

    private static final int DEFAULT_CELLS = 256;
    private static final int MOST_CELLS = 1 << 16;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "PICTURE",
            description = "Write a file that ends with .html, .svg or .png. An existing one is replaced.")
    private Path output;

    @Option(
            names = "--trace",
            paramLabel = "TRACE",
            description = "With an HTML page: also draw how the bytes in use changed in a recorded session.")
    private Path trace;

    @Option(names = "--json", description = "Print one JSON object: the bytes by class in equal parts of the file.")
    private boolean json;

    @Option(names = "--cells", paramLabel = "N", description = "Number of parts with --json. Default: 256.")
    private int jsonCells = DEFAULT_CELLS;

    @Override
    public Integer call() throws IOException {
        if (jsonCells < 1 || jsonCells > MOST_CELLS) {
            throw wrong("--cells: expected 1 to %d, found %d".formatted(MOST_CELLS, jsonCells));
        }
        if (trace != null && (output == null || !isPage())) {
            throw wrong("--trace: needs -o with a name that ends with .html");
        }
        SpaceBreakdown found = output != null ? writePicture() : print();
        return found.findings().isEmpty() ? ExitCode.OK : ExitCode.FINDINGS;
    }

    private MapCells walk(int most, int named) throws IOException {
        try (ContainerFile container = read()) {
            ContainerInfo info = container.info();
            long length = Math.max(Files.size(file), container.allocatedBytes());
            MapCells cells = new MapCells(info.userBlockBytes(), length, most, named);
            cells.found = container.spaceBreakdown(cells);
            cells.addUp();
            if (named > 0) {
                cells.chunks = ChunkRows.of(container, cells);
            }
            return cells;
        }
    }

    private boolean isPage() {
        String name = output.getFileName().toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".html") || name.endsWith(".htm");
    }

    private SpaceBreakdown writePicture() throws IOException {
        String name = output.getFileName().toString().toLowerCase(Locale.ROOT);
        boolean page = isPage();
        boolean svg = name.endsWith(".svg");
        if (!page && !svg && !name.endsWith(".png")) {
            throw wrong("-o: expected a name that ends with .html, .svg or .png, found " + output);
        }
        if (Files.exists(output) && Files.isSameFile(file, output)) {
            throw wrong("-o: " + output + " is FILE itself");
        }
        MapPage.Timeline timeline = trace == null ? null : new MapPage.Timeline(AllocationTrace.read(trace));
        MapCells cells = page ? walk(MapPage.CELLS, MapPage.NAMED) : walk(MapPicture.CELLS, 0);
        String title = file.getFileName().toString();
        OutputFile.replace(output, out -> {
            if (page) {
                new MapPage(cells, timeline).write(out, title);
            } else {
                Drawing drawing = Drawing.of(svg, MapPicture.WIDTH, MapPicture.HEIGHT);
                new MapPicture(cells, drawing).draw(title);
                drawing.write(out);
            }
        });
        line("%s: %,d bytes", NameText.printable(output.toString()), Files.size(output));
        return cells.found;
    }

    private SpaceBreakdown print() throws IOException {
        if (json) {
            MapCells cells = walk(jsonCells, 0);
            Json.print(out(), "map/1", generator -> writeJson(generator, cells));
            return cells.found;
        }
        int width = Screen.width() - MARGIN;
        MapCells cells = walk(width * TERMINAL_ROWS, 0);
        SpaceUse[] uses = cells.drawn();
        for (int from = 0; from < cells.cells; from += width) {
            String row = UseColours.row(uses, from, Math.min(cells.cells, from + width));
            line("%,15d [%s]", from * cells.cellBytes, row);
        }
        out().println("# elements   % global heaps   = other structures   . free   ? untracked");
        line(
                "%,d bytes, %,d a character: %,d live, %,d free, %,d untracked",
                cells.fileBytes,
                cells.cellBytes,
                cells.found.bytes(SpaceUse.State.LIVE),
                cells.found.bytes(SpaceUse.State.FREE),
                cells.found.bytes(SpaceUse.State.UNTRACKED));
        return cells.found;
    }

    private static void writeJson(JsonGenerator generator, MapCells cells) throws IOException {
        generator.writeNumberField("fileBytes", cells.fileBytes);
        generator.writeNumberField("cellBytes", cells.cellBytes);
        generator.writeArrayFieldStart("cells");
        for (int cell = 0; cell < cells.cells; cell++) {
            generator.writeStartObject();
            generator.writeNumberField("address", cell * cells.cellBytes);
            generator.writeObjectFieldStart("uses");
            for (SpaceUse use : SpaceUse.values()) {
                if (cells.bytes(cell, use) > 0) {
                    generator.writeNumberField(use.label(), cells.bytes(cell, use));
                }
            }
            generator.writeEndObject();
            generator.writeEndObject();
        }
        generator.writeEndArray();
        generator.writeNumberField("findings", cells.found.findings().size());
    }
}
