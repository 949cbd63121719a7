package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.Layout;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.array.ChunkElement;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Defect;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Findings;
import dev.fallow.internal.check.structure.StructureCheck;
import dev.fallow.internal.chunk.ChunkGrid;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;

/** Checks one array of chunks: the blocks of both kinds of arrays begin with the same fields, and have the same elements. */
abstract class ArrayCheck extends StructureCheck {
    protected final ChunkGrid grid;
    protected final long header;
    private final Family family;
    private final String article;
    private final String name;
    private final ChunkSink sink;
    private final long[] scaled;
    private int client;
    private int elementSize;
    /** The number after that of the last chunk found; 0 if there is none. */
    private long end;
    /** Whether all blocks could be read. */
    private boolean complete = true;

    protected ArrayCheck(
            Context context,
            Family family,
            String article,
            String name,
            ChunkSink sink,
            ChunkGrid grid,
            long header,
            PathNode path) {
        super(context, family, path);
        this.family = family;
        this.article = article;
        this.name = name;
        this.sink = sink;
        this.grid = grid;
        this.header = header;
        scaled = new long[grid.rank()];
    }

    /** The number after that of the last chunk found; 0 if there is none. */
    protected final long end() {
        return end;
    }

    /** Whether all blocks could be read. */
    protected final boolean isComplete() {
        return complete;
    }

    protected final void part(long at, Findings.Part part) throws IOException {
        complete &= attempt(at, part);
    }

    /** A defect of the header. */
    protected final Defect defect(FindingCode code, String problem) {
        return new Defect(code, header, sentence(name, header, problem));
    }

    /** Requires elements of the kind that the dataset needs. */
    protected final void require(int foundClient, int foundSize) {
        client = foundClient;
        elementSize = foundSize;
        if ((client == ChunkElement.FILTERED) != sink.filtered()) {
            throw defect(
                    FindingCode.CHUNK_INDEX,
                    "expected elements for %s, found client %d"
                            .formatted(sink.filtered() ? "filters" : "no filters", client));
        }
    }

    /** Requires a block inside the file. */
    protected final void requireInside(Layout layout, long at, long length) {
        if (!context.isInside(at, length)) {
            throw new Defect(
                    family.range(),
                    at,
                    "%s of %d bytes at address %d: expected it inside the file"
                            .formatted(layout.structure(), length, at));
        }
    }

    /** Reads a block, and compares its client and the address of the header in it. */
    protected final byte[] block(Layout layout, long at, long length) throws IOException {
        byte[] image = sealed(layout, at, length);
        if (image[4] != 0 || image[5] != client) {
            field(
                    layout,
                    at,
                    "expected version 0 and client %d, found %d and %d".formatted(client, image[4], image[5]));
        }
        long back = layout.field("header").get(image, sizes);
        if (back != header) {
            field(layout, at, "expected the header's address %d, found %d".formatted(header, back));
        }
        return image;
    }

    protected final void field(Layout layout, long at, String problem) {
        add(family.field(), at, sentence(layout.structure(), at, problem));
    }

    /** Checks the elements of a page. */
    protected final void page(Layout layout, long at, long length, long number, long count) throws IOException {
        part(at, () -> {
            byte[] image = context.read(family, layout.structure(), at, length);
            mend("page of %s %s".formatted(article, layout.structure()), image, image.length - Integer.BYTES, at);
            elements(image, at, 0, number, count);
        });
    }

    /**
     * Checks elements: each refers to a chunk.
     *
     * @param at the position of the first one in the image
     * @param number of the first one
     */
    protected final void elements(byte[] image, long imageAddress, int at, long number, long count) throws IOException {
        int width = sizes.offsets();
        int sizeWidth = elementSize - width - Integer.BYTES;
        long total = grid.total();
        for (long i = 0; i < count; i++) {
            int from = Math.toIntExact(at + i * elementSize);
            long address = LittleEndian.unsigned(image, from, width);
            if (address == (width == 8 ? -1L : (1L << 8 * width) - 1)) {
                continue;
            }
            end = Math.max(end, number + i + 1);
            long size = sink.filtered() ? LittleEndian.unsigned(image, from + width, sizeWidth) : sink.chunkBytes();
            int mask = sink.filtered() ? LittleEndian.i32(image, from + width + sizeWidth) : 0;
            if (number + i < total) {
                grid.coordinates(number + i, scaled);
            } else {
                Arrays.fill(scaled, -1);
            }
            sink.chunk(imageAddress + from, scaled, address < 0 ? Addresses.UNDEFINED - 1 : address, size, mask);
        }
    }
}
