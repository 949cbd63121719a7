package dev.fallow.freespace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Random sessions, 20 seeds of 10,000 calls, over strategies, aggregators, alignments and thresholds. */
class FileSpaceRandomTest {
    private static final int SEEDS = 20;
    private static final int STEPS = 10_000;

    private static final List<FileSpaceOptions> CONFIGURATIONS = List.of(
            FileSpaceOptions.defaults(),
            FileSpaceOptions.defaults().withAggregators(0, 0),
            FileSpaceOptions.defaults().withAggregators(512, 0),
            FileSpaceOptions.defaults().withAggregators(0, 4096),
            FileSpaceOptions.defaults().withAlignment(64, 100),
            FileSpaceOptions.defaults().withAlignment(4096, 1).withAggregators(256, 256),
            FileSpaceOptions.defaults().withAlignment(24, 0).withAggregators(0, 1000),
            FileSpaceOptions.defaults().withThreshold(40),
            FileSpaceOptions.defaults().withStrategy(FileSpaceStrategy.AGGR),
            FileSpaceOptions.defaults().withStrategy(FileSpaceStrategy.NONE));

    @Test
    void everyByteIsAccountedForAfterEveryCall() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            FileSpaceOptions options = CONFIGURATIONS.get(seed % CONFIGURATIONS.size());
            FileSpaceModel model = new FileSpaceModel(options, seed, seed % 3 == 0 ? 500 : 6000);
            model.run(STEPS);
            finish(model, seed);
        }
    }

    /** Closing: aggregators go, the end is cut, and calls go on; then everything goes. */
    private static void finish(FileSpaceModel model, int seed) {
        FileSpace space = model.space();
        space.giveBackAggregators();
        assertEquals(0, space.aggregatorBytes());
        model.check();
        model.run(200);
        assertEquals(0, space.aggregatorBytes(), "seed " + seed + ": an aggregator was used while closing");
        space.shrink();
        model.check();
        model.releaseAll();
        space.shrink();
        model.check();
        if (space.lostBytes() == 0) {
            assertEquals(48, space.endOfAllocation(), "seed " + seed + ": all but the superblock was released");
        }
    }

    /** I5. */
    @Test
    void theSameCallsGiveTheSameAddresses() {
        for (int i = 0; i < CONFIGURATIONS.size(); i++) {
            FileSpaceModel first = new FileSpaceModel(CONFIGURATIONS.get(i), i, 6000);
            FileSpaceModel second = new FileSpaceModel(CONFIGURATIONS.get(i), i, 6000);
            first.run(1000);
            second.run(1000);
            assertEquals(first.fingerprint(), second.fingerprint(), CONFIGURATIONS.get(i)::toString);
        }
    }

    /** Without tracking, bytes are lost; with it and no threshold, never one. */
    @Test
    void onlyUntrackedBytesAreLost() {
        for (FileSpaceOptions options : CONFIGURATIONS) {
            FileSpaceModel model = new FileSpaceModel(options, 1, 3000);
            model.run(2000);
            boolean keepsAll = options.strategy().tracks() && options.threshold() == 1;
            assertEquals(keepsAll, model.space().lostBytes() == 0, options::toString);
            assertTrue(model.space().slots().length <= (options.strategy().tracks() ? 2 : 0), options::toString);
        }
    }
}
