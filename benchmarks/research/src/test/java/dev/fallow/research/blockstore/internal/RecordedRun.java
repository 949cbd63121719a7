package dev.fallow.research.blockstore.internal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fallow.internal.storage.RecordedStorage;
import dev.fallow.research.blockstore.BlockStore;
import dev.fallow.research.blockstore.BlockStoreOptions;
import dev.fallow.research.blockstore.MemoryMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A random session, with all its writes, on a store that is created, closed and reopened, and finally not closed. */
final class RecordedRun {
    private static final int MOST_LIVE = 40;

    final BlockStoreOptions options;
    final RecordedStorage storage = new RecordedStorage();

    /** The number of writes that created the store. */
    final int firstWrite;

    private final List<Moment> moments = new ArrayList<>();

    /** The live blocks after a step, and the number of writes until then. */
    private record Moment(int writes, TreeMap<Long, byte[]> live) {}

    /** @param steps the number of allocations and deallocations before closing, and again after it */
    RecordedRun(MemoryMethod method, long seed, int steps) {
        options = StoreSession.options(method);
        BlockStore store = StoreSession.create(storage, options);
        firstWrite = storage.changes().size();
        StoreSession session = new StoreSession(store, seed);
        moments.add(new Moment(firstWrite, new TreeMap<>()));
        work(session, steps);
        store.close();
        moments.add(new Moment(storage.changes().size(), new TreeMap<>(session.live)));
        StoreSession again = new StoreSession(StoreSession.open(storage, options), seed + 1000);
        again.live.putAll(session.live);
        work(again, steps);
        long coalescings = store.report().counts().coalescings()
                + again.store.report().counts().coalescings();
        assertTrue(coalescings > 0, "too much space for coalescing");
    }

    private void work(StoreSession session, int steps) {
        for (int step = 0; step < steps; step++) {
            session.step(MOST_LIVE);
            moments.add(new Moment(storage.changes().size(), new TreeMap<>(session.live)));
        }
    }

    /** The last moment that is complete after {@code writes} writes. */
    int momentOf(int writes) {
        int moment = 0;
        while (moment + 1 < moments.size() && moments.get(moment + 1).writes <= writes) {
            moment++;
        }
        return moment;
    }

    /** The blocks that were live at a moment. */
    Map<Long, byte[]> before(int moment) {
        return moments.get(moment).live;
    }

    /** The blocks that were live after the step that follows a moment. */
    Map<Long, byte[]> after(int moment) {
        return moments.get(Math.min(moment + 1, moments.size() - 1)).live;
    }

    /** The blocks that were live at the end. */
    TreeMap<Long, byte[]> live() {
        return moments.get(moments.size() - 1).live;
    }
}
