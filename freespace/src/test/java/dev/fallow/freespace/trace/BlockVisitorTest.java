package dev.fallow.freespace.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The blocks reported for a trace add up to the bytes in use at its end. */
class BlockVisitorTest {
    /** The existing blocks and their sizes. */
    private static final class Blocks implements BlockVisitor {
        final Map<Integer, Long> sizes = new HashMap<>();
        int made;
        int divided;
        int extended;

        @Override
        public void allocate(int block, long size) {
            assertEquals(made++, block, "numbers ascend");
            assertNull(sizes.put(block, size));
        }

        @Override
        public void divide(int block, int rest, long kept) {
            assertEquals(made++, rest, "numbers ascend");
            long size = sizes.put(block, kept);
            assertTrue(kept > 0 && kept < size, "kept " + kept + " of " + size);
            sizes.put(rest, size - kept);
            divided++;
        }

        @Override
        public void release(int block) {
            assertNotNull(sizes.remove(block));
        }

        @Override
        public void extend(int block, long size) {
            assertTrue(sizes.put(block, size) < size);
            extended++;
        }
    }

    @Test
    void whatIsShownAddsUp() {
        for (long seed : Seeds.range(1, 5)) {
            FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 4096);
            Trace trace = Trace.read(TraceSession.recorded(space, seed, 2_000, true));
            Blocks blocks = new Blocks();
            trace.forEachBlock(blocks);
            ReplayReport report = new TraceReplay(trace, trace.options()).run();
            long shown =
                    blocks.sizes.values().stream().mapToLong(Long::longValue).sum();
            assertEquals(report.liveBytes(), shown, Seeds.name(seed));
            assertTrue(blocks.divided > 100 && blocks.extended > 10, Seeds.name(seed));
        }
    }

    @Test
    void whatWasThereBeforeComesFirst() {
        FileSpace space = new FileSpace(FileSpaceOptions.defaults().withAggregators(0, 0), 4096);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new TraceRecorder(space, bytes::write).close();
        Blocks blocks = new Blocks();
        Trace.read(bytes.toByteArray()).forEachBlock(blocks);
        assertEquals(Map.of(0, 4096L), blocks.sizes);
    }
}
