package dev.fallow.research.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import dev.fallow.freespace.bitmap.BitmapModel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bitmaps without summaries choose the same addresses as those with them, and examine every word. */
class ScannedBesideModelTest {
    @Test
    void allGiveTheLowestAddress() {
        BitmapModel.compare((granularity, boundary) -> List.of(
                ScanningIndex.scanned(granularity, boundary, new LinearSearch()),
                ScanningIndex.scanned(granularity, boundary, new BitParallelSearch(8)),
                ScanningIndex.scanned(granularity, boundary, new BitParallelSearch(64)),
                ScanningIndex.scanned(granularity, boundary, new FilteredSearch())));
    }

    /** A checkerboard, on which every word has free bits and no search may skip one. */
    @Test
    void aCheckerboardIsScanned() {
        long end = 1L << 18;
        BitmapFreeSpace space = ScanningIndex.scanned(1, 0, new BitParallelSearch(64));
        for (long at = 0; at < end; at += 2) {
            space.free(at, 1);
        }
        space.free(end - 3, 1);
        long before = space.probes();
        assertEquals(end - 4, space.allocate(3));
        assertEquals(end / 64, space.probes() - before, "words without");
    }
}
