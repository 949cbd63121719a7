package dev.fallow.internal.check;

import dev.fallow.TooLargeException;
import dev.fallow.format.Addresses;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.census.LiveLabel;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.StructureCheck;
import dev.fallow.internal.filter.Pipeline;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;

/** Checks the chunks that an index of a dataset refers to. */
final class ChunkSink extends StructureCheck {
    private final ChunkedLayout layout;
    private final long[] counts;
    private final int filters;
    private final LiveLabel label;
    private final Dataspace space;
    private final Pipeline pipeline;
    private final ChunkDecoding decoding;
    private boolean masked;

    /**
     * @param pipeline null without filters
     * @param decoding null if chunks are not to be decoded
     */
    ChunkSink(
            Context context,
            ChunkedLayout layout,
            Dataspace space,
            FilterPipeline pipeline,
            ChunkDecoding decoding,
            PathNode path) {
        super(context, Family.ELEMENTS, path);
        this.layout = layout;
        this.filters = pipeline == null ? 0 : pipeline.filters().size();
        this.pipeline = filters == 0 ? null : new Pipeline(pipeline);
        this.decoding = decoding;
        this.space = space;
        label = LiveLabel.unclassified("chunk", path, true);
        counts = new long[layout.rank()];
        for (int i = 0; i < counts.length; i++) {
            long chunk = layout.dimensions()[i];
            counts[i] = space.size(i) / chunk + (space.size(i) % chunk == 0 ? 0 : 1);
        }
    }

    boolean filtered() {
        return filters > 0;
    }

    long chunkBytes() {
        return layout.chunkBytes();
    }

    /**
     * A chunk.
     *
     * @param at the address of what refers to it
     * @param scaled its place in the grid of chunks
     * @param size as stored; that of all chunks if the dataset has no filters
     */
    void chunk(long at, long[] scaled, long address, long size, int mask) throws IOException {
        if (address == Addresses.UNDEFINED) {
            return;
        }
        boolean outside = false;
        for (int i = 0; i < counts.length && !outside; i++) {
            if (scaled[i] < 0 || scaled[i] >= counts[i]) {
                add(FindingCode.CHUNK_DIMS, at, scaled, "expected it inside " + Arrays.toString(counts) + " chunks");
                outside = true;
            }
        }
        boolean raw = filters == 0 || !outside && layout.partialUnfiltered() && isPartial(scaled);
        if (raw ? size != layout.chunkBytes() : size <= 0) {
            add(
                    FindingCode.CHUNK_SIZE,
                    at,
                    scaled,
                    "expected %s bytes, found %d"
                            .formatted(raw ? String.valueOf(layout.chunkBytes()) : "1 or more", size));
            return;
        }
        if (filters < Integer.SIZE && mask >>> filters != 0 && !masked) {
            masked = true; // said once for the dataset
            add(
                    FindingCode.CHUNK_MASK,
                    at,
                    scaled,
                    "expected a mask of %d filters, found 0x%x".formatted(filters, mask));
        }
        if (!context.isInside(address, size)) {
            add(
                    FindingCode.CHUNK_RANGE,
                    at,
                    scaled,
                    "expected %d bytes before the end of allocation, %d, found them at address %d"
                            .formatted(size, context.superblock().end(), address));
            return;
        }
        context.claimRaw(address, size, label);
        if (decoding != null && !raw && !outside) {
            decode(at, scaled, address, size, mask);
        }
    }

    /** Whether part of a chunk, which is inside the grid, is outside the dataset. */
    private boolean isPartial(long[] scaled) {
        for (int i = 0; i < counts.length; i++) {
            if (scaled[i] == counts[i] - 1 && space.size(i) % layout.dimensions()[i] != 0) {
                return true;
            }
        }
        return false;
    }

    private void decode(long at, long[] scaled, long address, long size, int mask) throws IOException {
        String problem;
        try {
            problem = decoding.problem(pipeline, address, size, mask, layout.chunkBytes());
        } catch (TooLargeException e) {
            add(FindingCode.UNCHECKED, at, scaled, e.getMessage());
            return;
        }
        if (problem != null) {
            add(FindingCode.CHUNK_DECODE, address, scaled, problem);
        }
    }

    private void add(FindingCode code, long at, long[] scaled, String problem) {
        add(code, at, "chunk %s: %s".formatted(Arrays.toString(scaled), problem));
    }
}
