package dev.fallow.internal.check;

import dev.fallow.TooLargeException;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.filter.MissingFilterException;
import dev.fallow.internal.filter.Pipeline;
import dev.fallow.internal.filter.Scratch;
import dev.fallow.internal.storage.Memory;
import java.io.IOException;

/**
 * Decodes chunks, one at a time, to see whether a reader could. No filter may produce more than the length of the chunk that
 * its dataset declares.
 */
final class ChunkDecoding {
    private static final String CHUNK = "chunk";
    /** The arrays are not kept after larger chunks. */
    private static final long LARGEST_KEPT = 8 << 20;

    private final Context context;
    private final Scratch scratch = new Scratch();
    private long count;

    ChunkDecoding(Context context) {
        this.context = context;
    }

    /** The number of chunks decoded. */
    long count() {
        return count;
    }

    /**
     * Decodes a chunk.
     *
     * @param address of its stored bytes, which are inside the file
     * @param size of these bytes
     * @param mask the filters that were skipped
     * @param chunkBytes the length that it must have
     * @return the problem; null if there is none, or if a filter is not available
     * @throws TooLargeException if there is not enough memory
     */
    String problem(Pipeline filters, long address, long size, int mask, long chunkBytes) throws IOException {
        if (chunkBytes > Pipeline.MAX_CHUNK) {
            throw new TooLargeException("a chunk of %d bytes was not decoded".formatted(chunkBytes));
        }
        String what = "the chunk at address " + address;
        return Memory.use(what, Math.max(size, chunkBytes), () -> {
            try {
                byte[] stored = context.read(Family.ELEMENTS, CHUNK, address, size);
                filters.decode(FilterData.of(stored), mask, (int) chunkBytes, scratch);
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
