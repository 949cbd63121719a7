package dev.fallow.cli.space;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.fallow.StoredChunkInfo;
import dev.fallow.cli.shell.Choices;
import dev.fallow.cli.shell.Json;
import dev.fallow.report.AllocationTrace;
import dev.fallow.report.SpaceUse;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The map of a file as a page without external resources. Its length is bounded, however large the file is. */
final class MapPage {
    /** The number of cells; beyond them only named blocks can be zoomed into. */
    static final int CELLS = 1 << 16;

    /** The number of named blocks. */
    static final int NAMED = 10_000;

    /** The page is the same in every encoding that has ASCII, also if a name is not valid text. */
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private static final String TEMPLATE = "page.html";
    private static final String DATA = "/*DATA*/";
    private static final String TITLE = "<!--TITLE-->";
    private static final int TREE_OBJECTS = 2_000;
    private static final int TREE_DEPTH = 12;
    /** Of the bytes that all objects hold; smaller ones are merged, because they would have a few pixels. */
    private static final int LEAST_PART = 8_000;

    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_PATH = 300;
    /** The characters of all names together; what is longer has no name. */
    private static final int NAME_BUDGET = 600_000;
    /** A share of a cell is a number up to this. */
    private static final int WHOLE = 255;

    private final MapCells cells;
    private final Timeline timeline;
    private int budget = NAME_BUDGET;

    /** @param timeline null if there is none */
    MapPage(MapCells cells, Timeline timeline) {
        this.timeline = timeline;
        this.cells = cells;
    }

    /** Writes the page. */
    void write(OutputStream out, String name) throws IOException {
        String template;
        try (InputStream in = MapPage.class.getResourceAsStream(TEMPLATE)) {
            if (in == null) {
                throw new FileNotFoundException(TEMPLATE);
            }
            template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        StringWriter data = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(data)) {
            writeData(json, name);
        }
        // nothing in the data can end the script, nor begin a comment
        String safe = data.toString().replace("<", "\\u003c").replace(">", "\\u003e");
        int at = template.indexOf(DATA);
        String page = template.substring(0, at) + safe + template.substring(at + DATA.length());
        out.write(page.replace(TITLE, html(shortened(name, LONGEST_NAME))).getBytes(StandardCharsets.UTF_8));
    }

    private static String html(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String shortened(String text, int most) {
        return text.length() <= most ? text : "\u2026" + text.substring(text.length() - most + 1);
    }

    private String affordable(String text, int most) {
        String shorter = shortened(text, most);
        budget -= shorter.length();
        return budget < 0 ? "\u2026" : shorter;
    }

    private void writeData(JsonGenerator json, String name) throws IOException {
        json.writeStartObject();
        json.writeStringField("file", shortened(name, LONGEST_PATH));
        json.writeNumberField("fileBytes", cells.found.fileBytes());
        json.writeNumberField("objects", cells.found.objects());
        json.writeNumberField("findings", cells.found.findings().size());
        json.writeNumberField("cellBytes", cells.cellBytes);
        json.writeNumberField("runs", cells.runs);
        writeUses(json);
        json.writeStringField("cells", Base64.getEncoder().encodeToString(shares()));
        writeTree(json);
        writeBlocks(json, cells.named());
        SpaceCommand.writeManagers(json, cells.found);
        if (timeline != null) {
            writeTimeline(json);
        }
        json.writeEndObject();
    }

    private void writeTimeline(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("timeline");
        json.writeNumberField("calls", timeline.calls);
        json.writeNumberField("rowBytes", timeline.rowBytes);
        json.writeNumberField("rows", Timeline.ROWS);
        json.writeArrayFieldStart("moments");
        for (int column = 0; column < timeline.columns; column++) {
            json.writeNumber(timeline.callOf(column));
        }
        json.writeEndArray();
        json.writeStringField("picture", Base64.getEncoder().encodeToString(timeline.picture));
        json.writeEndObject();
    }

    private void writeUses(JsonGenerator json) throws IOException {
        Json.array(json, "uses", cells.found.amounts(), amount -> {
            json.writeStringField("label", UseColours.words(amount.use()));
            json.writeStringField("state", Choices.name(amount.use().state()));
            json.writeStringField("colour", UseColours.hex(amount.use()));
            json.writeNumberField("bytes", amount.bytes());
            json.writeNumberField("count", amount.count());
        });
    }

    /** For each cell: the number of its classes, then each class and its share. */
    private byte[] shares() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int cell = 0; cell < cells.cells; cell++) {
            long whole = Math.min(cells.cellBytes, cells.fileBytes - cell * cells.cellBytes);
            int classes = 0;
            for (SpaceUse use : SpaceUse.values()) {
                classes += cells.bytes(cell, use) > 0 ? 1 : 0;
            }
            out.write(classes);
            for (SpaceUse use : SpaceUse.values()) {
                long part = cells.bytes(cell, use);
                if (part > 0) {
                    out.write(use.ordinal());
                    out.write((int) Math.max(1, Math.min(WHOLE, Math.round((double) part / whole * WHOLE))));
                }
            }
        }
        return out.toByteArray();
    }

    /** Numbers for each named block: address, size, class, and the index of its holder's path, or -1. */
    private void writeBlocks(JsonGenerator json, List<MapCells.Run> named) throws IOException {
        Map<Integer, Integer> indexes = new TreeMap<>();
        json.writeArrayFieldStart("paths");
        for (MapCells.Run run : named) {
            if (run.holder() != MapCells.NOBODY && !indexes.containsKey(run.holder())) {
                json.writeString(affordable(cells.path(run.holder()), LONGEST_PATH));
                indexes.put(run.holder(), indexes.size());
            }
        }
        json.writeEndArray();
        json.writeArrayFieldStart("blocks");
        for (MapCells.Run run : named) {
            json.writeNumber(run.address());
            json.writeNumber(run.size());
            json.writeNumber(run.use().ordinal());
            json.writeNumber(run.holder() == MapCells.NOBODY ? -1 : indexes.get(run.holder()));
        }
        json.writeEndArray();
    }

    /** For each row: depth, name, bytes held, and the number of objects if several are merged, or 0. */
    private void writeTree(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("tree");
        for (TreeRows.Row row :
                new TreeRows(cells, TREE_DEPTH, TREE_OBJECTS, Math.max(1, cells.held(0) / LEAST_PART)).of(0)) {
            long merged = row.number() == TreeRows.Row.MORE ? row.count() : 0;
            writeRow(json, row.depth(), row.name(cells), row.held(), merged);
            if (row.number() >= 0 && row.number() == cells.chunks.dataset()) {
                writeChunks(json, row.depth() + 1, cells.chunks);
            }
        }
        json.writeEndArray();
    }

    private void writeChunks(JsonGenerator json, int depth, ChunkRows chunks) throws IOException {
        for (StoredChunkInfo chunk : chunks.chunks()) {
            writeRow(json, depth, ChunkRows.name(chunk), chunk.size(), 0);
        }
        if (chunks.others() > 0) {
            writeRow(json, depth, "%,d others".formatted(chunks.others()), chunks.otherBytes(), chunks.others());
        }
    }

    private void writeRow(JsonGenerator json, int depth, String name, long held, long merged) throws IOException {
        json.writeStartArray();
        json.writeNumber(depth);
        json.writeString(affordable(name, LONGEST_NAME));
        json.writeNumber(held);
        json.writeNumber(merged);
        json.writeEndArray();
    }

    /**
     * How the bytes in use changed in a recorded session: a picture whose columns are moments, equally many calls apart, and whose rows are
     * equal parts of the addresses. The trace is read twice: for its calls and its largest address, and for the picture. Memory is
     * proportional to the blocks in use.
     */
    static final class Timeline {
        static final int ROWS = 160;
        private static final int MOST_COLUMNS = 320;
        /** The number of steps of the share of a row. */
        private static final int STEPS = 63;

        /** Which bytes of a row are in use. */
        enum Use {
            /** Since before the session. */
            BEFORE,
            /** Metadata of the session. */
            METADATA,
            /** Raw data of the session. */
            RAW_DATA
        }

        private static final int USES = Use.values().length;

        final int calls;
        final int columns;
        final long rowBytes;
        /** By column and row: the {@link Use} that most bytes have times 64, and the share of bytes in use in 63 parts; 0 for none. */
        final byte[] picture;

        Timeline(AllocationTrace trace) {
            calls = trace.calls();
            long[] end = {0};
            trace.visit(new AllocationTrace.Visitor() {
                @Override
                public void usedBefore(long address, long size) {
                    end[0] = Math.max(end[0], address + size);
                }

                @Override
                public void allocated(int call, boolean rawData, long address, long size) {
                    end[0] = Math.max(end[0], address + size);
                }

                @Override
                public void released(int call, long address, long size) {
                    // no larger address
                }
            });
            columns = Math.min(calls + 1, MOST_COLUMNS);
            rowBytes = Math.max(1, (end[0] + ROWS - 1) / ROWS);
            picture = new byte[columns * ROWS];
            Painter painter = new Painter();
            trace.visit(painter);
            painter.paintBefore(calls);
        }

        /** Keeps the blocks in use, and the bytes of each row by use; paints a column when its moment has come. */
        private final class Painter implements AllocationTrace.Visitor {
            private final long[] used = new long[ROWS * USES];
            private final NavigableMap<Long, Block> blocks = new TreeMap<>();
            private int painted;

            private record Block(long end, Use use) {}

            @Override
            public void usedBefore(long address, long size) {
                add(Use.BEFORE, address, address + size);
            }

            @Override
            public void allocated(int call, boolean rawData, long address, long size) {
                paintBefore(call);
                add(rawData ? Use.RAW_DATA : Use.METADATA, address, address + size);
            }

            @Override
            public void released(int call, long address, long size) {
                paintBefore(call);
                long to = address + size;
                Map.Entry<Long, Block> next = blocks.floorEntry(address);
                if (next == null || next.getValue().end <= address) {
                    next = blocks.higherEntry(address);
                }
                while (next != null && next.getKey() < to) {
                    long start = next.getKey();
                    Block block = next.getValue();
                    blocks.remove(start);
                    if (start < address) {
                        blocks.put(start, new Block(address, block.use));
                    }
                    if (block.end > to) {
                        blocks.put(to, new Block(block.end, block.use));
                    }
                    count(block.use, Math.max(start, address), Math.min(block.end, to), -1);
                    next = blocks.higherEntry(start);
                }
            }

            private void add(Use use, long from, long to) {
                if (to > from) {
                    blocks.put(from, new Block(to, use));
                    count(use, from, to, 1);
                }
            }

            private void count(Use use, long from, long to, int sign) {
                for (long at = from; at < to; ) {
                    int row = (int) (at / rowBytes);
                    long end = Math.min(to, (row + 1) * rowBytes);
                    used[row * USES + use.ordinal()] += sign * (end - at);
                    at = end;
                }
            }

            /** Paints the columns whose moments come before a call. */
            void paintBefore(int call) {
                for (; painted < columns && callOf(painted) <= call; painted++) {
                    for (int row = 0; row < ROWS; row++) {
                        long all = 0;
                        int most = 0;
                        for (int use = 0; use < USES; use++) {
                            all += used[row * USES + use];
                            most = used[row * USES + use] > used[row * USES + most] ? use : most;
                        }
                        if (all > 0) {
                            long share = Math.max(1, Math.min(STEPS, all * STEPS / rowBytes));
                            picture[painted * ROWS + row] = (byte) (most << 6 | (int) share);
                        }
                    }
                }
            }
        }

        /** The number of calls made before the moment of a column. */
        int callOf(int column) {
            return columns == 1 ? 0 : (int) ((long) calls * column / (columns - 1));
        }
    }
}
