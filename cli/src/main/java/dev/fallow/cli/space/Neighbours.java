package dev.fallow.cli.space;

import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceUse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the blocks directly before and after some runs. */
final class Neighbours extends HolderTree {
    private final Map<Long, Integer> starts = new HashMap<>();
    private final Map<Long, Integer> ends = new HashMap<>();
    private final Neighbour[] before;
    private final Neighbour[] after;

    /**
     * What is beside a run.
     *
     * @param use its class
     * @param holder the number of the object that it belongs to, or {@link #NOBODY}
     */
    record Neighbour(SpaceUse use, int holder) {}

    /** @param runs whose neighbours are to be found */
    Neighbours(List<FreeSection> runs) {
        before = new Neighbour[runs.size()];
        after = new Neighbour[runs.size()];
        for (int i = 0; i < before.length; i++) {
            starts.put(runs.get(i).address(), i);
            ends.put(runs.get(i).address() + runs.get(i).size(), i);
        }
    }

    @Override
    public void block(long address, long size, SpaceUse use, int holder) {
        super.block(address, size, use, holder);
        found(address, size, new Neighbour(use, holder));
    }

    @Override
    public void unused(FreeSection run) {
        found(run.address(), run.size(), new Neighbour(SpaceUse.of(run.type()), NOBODY));
    }

    private void found(long address, long size, Neighbour neighbour) {
        Integer behind = ends.get(address);
        if (behind != null) {
            after[behind] = neighbour;
        }
        Integer ahead = starts.get(address + size);
        if (ahead != null) {
            before[ahead] = neighbour;
        }
    }

    /** What is before a run; null at the start of the file. */
    Neighbour before(int index) {
        return before[index];
    }

    /** What is after a run; null at the end of the file. */
    Neighbour after(int index) {
        return after[index];
    }
}
