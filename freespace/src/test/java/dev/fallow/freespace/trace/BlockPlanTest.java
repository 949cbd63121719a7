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

/** The blocks of the steps of a trace add up to the bytes in use at its end. */
class BlockPlanTest {
    /** The existing blocks and their sizes. */
    private static final class Blocks {
        final Map<Integer, Long> sizes = new HashMap<>();
        int made;
        int divided;
        int extended;

        private Blocks(BlockPlan plan) {
            int next = plan.initialBlocks();
            for (int block = 0; block < next; block++) {
                allocate(block, plan.initialSize(block));
            }
            for (int i = 0; i < plan.length(); i++) {
                switch (plan.step(i)) {
                    case BlockPlan.ALLOCATE, BlockPlan.ALLOCATE_AT_END -> allocate(next++, plan.amount(i));
                    case BlockPlan.DIVIDE -> divide(plan.block(i), next++, plan.amount(i));
                    case BlockPlan.RELEASE -> release(plan.block(i));
                    case BlockPlan.EXTEND -> extend(plan.block(i), plan.amount(i));
                    default -> {
                        // no block
                    }
                }
            }
        }

        private void allocate(int block, long size) {
            assertEquals(made++, block, "numbers ascend");
            assertNull(sizes.put(block, size));
        }

        private void divide(int block, int rest, long kept) {
            assertEquals(made++, rest, "numbers ascend");
            long size = sizes.put(block, kept);
            assertTrue(kept > 0 && kept < size, "kept " + kept + " of " + size);
            sizes.put(rest, size - kept);
            divided++;
        }

        private void release(int block) {
            assertNotNull(sizes.remove(block));
        }

        private void extend(int block, long size) {
            assertTrue(sizes.put(block, size) < size);
            extended++;
        }
    }

    @Test
    void whatIsShownAddsUp() {
        for (long seed : Seeds.range(1, 5)) {
            FileSpace space = new FileSpace(FileSpaceOptions.defaults(), 4096);
            Trace trace = Trace.read(TraceSession.recorded(space, seed, 2_000, true));
            Blocks blocks = new Blocks(trace.plan());
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
        Blocks blocks = new Blocks(Trace.read(bytes.toByteArray()).plan());
        assertEquals(Map.of(0, 4096L), blocks.sizes);
    }
}
