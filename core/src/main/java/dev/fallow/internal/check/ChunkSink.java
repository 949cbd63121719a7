package dev.fallow.internal.check;

import dev.fallow.TooLargeException;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.format.Addresses;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.census.LiveLabel;
import dev.fallow.internal.filter.MissingFilterException;
import dev.fallow.internal.filter.Pipeline;
import dev.fallow.internal.filter.Scratch;
import dev.fallow.internal.storage.Memory;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;

/** Checks the chunks that an index of a dataset refers to. */
final class ChunkSink extends StructureCheck {
    final ChunkedLayout layout;
    /** The number of filters. */
    final int filters;

    private final Dataspace space;
    private final long[] counts;
    private final LiveLabel label;
    /** Null without filters. */
    private final Pipeline pipeline;
    /** Null if chunks are not to be decoded. */
    private final Decoding decoding;

    private boolean masked;

    /**
     * Decodes chunks, one at a time, to see whether a reader could. No filter may produce more than the length of the chunk that
     * its dataset declares.
     */
    static final class Decoding {
        /** The arrays are not kept after larger chunks. */
        private static final long LARGEST_KEPT = 8 << 20;

        private final Scratch scratch = new Scratch();
        /** The number of chunks decoded. */
        long count;

        /** The problem; null if there is none, or if a filter is not available. The stored bytes are inside the file. */
        private String problem(ChunkSink sink, long address, long size, int mask) throws IOException {
            long chunkBytes = sink.layout.chunkBytes();
            if (chunkBytes > Pipeline.MAX_CHUNK) {
                throw new TooLargeException("a chunk of %d bytes was not decoded".formatted(chunkBytes));
            }
            String what = "the chunk at address " + address;
            return Memory.use(what, Math.max(size, chunkBytes), () -> {
                try {
                    byte[] stored = sink.read("chunk", address, size);
                    sink.pipeline.decode(FilterData.of(stored), mask, (int) chunkBytes, scratch);
                    count++;
                    return null;
                } catch (MissingFilterException e) {
                    return null; // said once for the dataset
                } catch (FilterException e) {
                    count++;
                    return e.getMessage();
                } finally {
                    if (chunkBytes > LARGEST_KEPT) {
                        scratch.close();
                    }
                }
            });
        }
    }

    ChunkSink(StructureCheck check, ChunkedLayout layout, Dataspace space, FilterPipeline pipeline, Decoding decoding) {
        super(check, Family.ELEMENTS, check.path);
        this.layout = layout;
        this.filters = filters(pipeline);
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

    /** The number of filters in a pipeline, which may be null. */
    static int filters(FilterPipeline pipeline) {
        return pipeline == null ? 0 : pipeline.filters().size();
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
            outside = scaled[i] < 0 || scaled[i] >= counts[i];
        }
        if (outside) {
            add(FindingCode.CHUNK_DIMS, at, scaled, "expected it inside " + Arrays.toString(counts) + " chunks");
        }
        boolean raw = filters == 0 || !outside && layout.partialUnfiltered() && isPartial(scaled);
        if (raw ? size != layout.chunkBytes() : size <= 0) {
            String expected = raw ? String.valueOf(layout.chunkBytes()) : "1 or more";
            add(FindingCode.CHUNK_SIZE, at, scaled, "expected %s bytes, found %d".formatted(expected, size));
            return;
        }
        if (filters < Integer.SIZE && mask >>> filters != 0 && !masked) {
            masked = true; // said once for the dataset
            String problem = "expected a mask of %d filters, found 0x%x".formatted(filters, mask);
            add(FindingCode.CHUNK_MASK, at, scaled, problem);
        }
        if (!isInside(address, size)) {
            String problem = "expected %d bytes before the end of allocation, %d, found them at address %d"
                    .formatted(size, superblock.end, address);
            add(FindingCode.CHUNK_RANGE, at, scaled, problem);
            return;
        }
        claims.add(address, size, label);
        if (decoding == null || raw || outside) {
            return;
        }
        try {
            String problem = decoding.problem(this, address, size, mask);
            if (problem != null) {
                add(FindingCode.CHUNK_DECODE, address, scaled, problem);
            }
        } catch (TooLargeException e) {
            add(FindingCode.UNCHECKED, at, scaled, e.getMessage());
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

    private void add(FindingCode code, long at, long[] scaled, String problem) {
        add(code, at, "chunk %s: %s".formatted(Arrays.toString(scaled), problem));
    }
}
