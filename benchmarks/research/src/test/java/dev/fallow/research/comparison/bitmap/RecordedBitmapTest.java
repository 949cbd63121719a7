package dev.fallow.research.comparison.bitmap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.research.aging.AgedBitmap;
import dev.fallow.research.page.Search;
import dev.fallow.research.tournament.Requests;
import dev.fallow.research.tournament.TraceSource;
import java.io.IOException;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class RecordedBitmapTest {
    private static final TraceSource.Amounts AMOUNTS = new TraceSource.Amounts(300, 0, 320, 3_000, 160, 300);

    private static Requests requests(TraceSource source) throws IOException {
        return Requests.of(source.record(AMOUNTS, 1));
    }

    /** The free blocks of a model that searches block by block. */
    @Test
    void theBitmapIsThatOfTheLowestFit() throws IOException {
        for (TraceSource source : new TraceSource[] {TraceSource.GROUPS, TraceSource.SMALL_FILE_SYSTEM}) {
            int bytes = source == TraceSource.GROUPS ? 8 : 1024;
            Requests requests = requests(source);
            AgedBitmap bitmap = RecordedBitmap.replay(requests, bytes);
            BitSet used = new BitSet();
            int[] at = new int[requests.blocks()];
            int[] lengths = new int[requests.blocks()];
            int asked = 0;
            long sum = 0;
            for (int i = 0; i < requests.count(); i++) {
                int block = requests.block(i);
                if (requests.size(i) == 0) {
                    used.clear(at[block], at[block] + lengths[block]);
                    continue;
                }
                int length = (int) ((requests.size(i) + bytes - 1) / bytes);
                int found = used.nextClearBit(0);
                for (int next = used.nextSetBit(found); next >= 0 && next < found + length; ) {
                    found = used.nextClearBit(next);
                    next = used.nextSetBit(found);
                }
                used.set(found, found + length);
                at[block] = found;
                lengths[block] = length;
                assertEquals(length, bitmap.requests()[asked++], "request " + i);
                sum += length;
            }
            assertEquals(asked, bitmap.requests().length);
            assertEquals((double) sum / asked, bitmap.meanRequest(), 1e-9);
            for (int bit = 0; bit < bitmap.bits(); bit++) {
                assertEquals(!used.get(bit), bitmap.words()[bit / 64] << bit < 0, source + ", block " + bit);
            }
            assertTrue(bitmap.freePercent() > 0 && bitmap.freePercent() < 100, source + ": " + bitmap.freePercent());
        }
    }

    /** Bits are counted from the runs of a faster search as by the loop itself. */
    @Test
    void bitsAreThoseOfTheLoop() throws IOException {
        AgedBitmap bitmap = RecordedBitmap.replay(requests(TraceSource.SMALL_FILE_SYSTEM), 64);
        for (int size : new int[] {1, 5, 32, 100, 5_000}) {
            AgedSearches searches = new AgedSearches(bitmap, 500, 3, () -> size);
            assertEquals(
                    searches.probes(Search.LOOP.words()),
                    searches.bits(Search.named(Search.FILTERED).words()),
                    1e-9,
                    size + " blocks");
        }
    }
}
