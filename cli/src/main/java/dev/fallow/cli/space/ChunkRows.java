package dev.fallow.cli.space;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.ObjectKind;
import dev.fallow.StorageLayout;
import dev.fallow.StoredChunkInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The chunks of the only dataset of a file, where a map of its objects says nothing: at most 1,000, those with the most bytes.
 *
 * @param dataset its number in the walk; -1 if there is none, or several, or it has no chunks
 * @param chunks the largest first
 * @param others the number of further chunks
 * @param otherBytes of these
 */
record ChunkRows(int dataset, List<StoredChunkInfo> chunks, long others, long otherBytes) {
    private static final int MOST = 1_000;
    /** No chunks are shown. */
    static final ChunkRows NONE = new ChunkRows(-1, List.of(), 0, 0);

    /** Finds the chunks after a walk. */
    static ChunkRows of(ContainerFile container, HolderTree tree) {
        int only = -1;
        for (int i = 0; i < tree.count(); i++) {
            if (tree.kind(i) == ObjectKind.DATASET) {
                if (only >= 0) {
                    return NONE;
                }
                only = i;
            }
        }
        return only < 0 ? NONE : of(container, tree.path(only), only);
    }

    private static ChunkRows of(ContainerFile container, String path, int number) {
        PriorityQueue<StoredChunkInfo> largest = new PriorityQueue<>(
                Comparator.comparingLong(StoredChunkInfo::size).thenComparing(ChunkRows::later));
        long[] left = {0, 0};
        try {
            Dataset dataset = container.dataset(path);
            if (dataset.layout() != StorageLayout.CHUNKED) {
                return NONE;
            }
            dataset.forEachChunk(chunk -> {
                largest.add(chunk);
                if (largest.size() > MOST) {
                    left[0]++;
                    left[1] += largest.remove().size();
                }
            });
        } catch (ContainerException e) {
            return NONE; // the walk has a finding, which the exit code and the page tell
        }
        List<StoredChunkInfo> chunks = new ArrayList<>(largest);
        chunks.sort(largest.comparator().reversed());
        return new ChunkRows(number, chunks, left[0], left[1]);
    }

    private static int later(StoredChunkInfo a, StoredChunkInfo b) {
        return Arrays.compare(b.offset(), a.offset());
    }

    /** The name of a chunk: where its first element is. */
    static String name(StoredChunkInfo chunk) {
        return "chunk " + Arrays.toString(chunk.offset());
    }
}
