package dev.fallow.internal.shrink;

import dev.fallow.freespace.Section;
import dev.fallow.internal.shrink.Passes.Pass;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * How blocks are going to be moved without being asked: the outcome is known before anything is copied.
 *
 * <p>A plan is admissible if it copies at most {@code price} bytes for each byte by which it shortens the file. With a price of
 * {@link #price}, one of the plans of {@link #choose} is admissible and reaches the ratio, if all blocks can be moved: to slide all
 * blocks behind the first free run down copies each at most {@value #COPIES} times, and if the file has F bytes of which V are in use, then
 * F &gt; (1 + e) V, and so 2 V &lt; 2 / e (F - V). Only a release increases F - V, by its own bytes. So all plans together copy at most
 * max(1, 2 / e) bytes for each byte that was ever released, whatever is allocated. docs/explanation/shrinking.md has the proof.
 *
 * @param passes that have not begun
 * @param cost the bytes that they copy
 * @param end of allocation afterwards
 * @param reaches whether the file is then as short as wanted
 */
public record MovePlan(Passes passes, long cost, long end, boolean reaches) {
    /** The most times that a block is copied by a slide. */
    static final int COPIES = 2;

    /** Passes of one plan; more are not tried. */
    private static final int MOST_PASSES = 200;

    /** The bytes that may be copied for a byte gained, with a ratio of the length to the bytes in use. */
    public static double price(double ratio) {
        return Math.max(1, COPIES / (ratio - 1));
    }

    /**
     * The admissible plan that makes a file as short as wanted for the fewest bytes; if there is none, the one that makes it shortest; null if
     * none makes it shorter. A plan that costs more than {@code most} is cut off there if it moves only the last blocks.
     *
     * @param layout without the lists of free space, which each commit places anew
     * @param lists the bytes of these lists
     * @param end of allocation, with the lists
     * @param ratio of the length to the bytes in use that is wanted
     * @param price the most bytes to copy for a byte gained
     * @param sliding whether blocks may slide
     * @param most the most bytes to copy
     */
    public static MovePlan choose(
            BlockLayout layout, long lists, long end, double ratio, double price, boolean sliding, long most) {
        List<Supplier<Passes>> kinds = new ArrayList<>();
        kinds.add(() -> new Passes(ratio, Double.POSITIVE_INFINITY, 0));
        if (sliding && layout.isPlaceable() && layout.free() > 0) {
            kinds.add(() -> new Passes(ratio));
            for (long from :
                    List.of(densest(layout, ratio), layout.holes().get(0).address())) {
                kinds.add(() -> Passes.sliding(ratio, from));
            }
        }
        MovePlan best = null;
        for (int i = 0; i < kinds.size(); i++) {
            MovePlan plan = of(layout, lists, kinds.get(i), ratio, i == 0 ? most : Long.MAX_VALUE);
            boolean admissible = plan.end < end && plan.cost <= price * (end - plan.end);
            if (admissible && (best == null || plan.isBetterThan(best))) {
                best = plan;
            }
            if (i == 0 && admissible && plan.reaches) {
                return plan; // sliding would copy more
            }
        }
        return best;
    }

    private boolean isBetterThan(MovePlan other) {
        return reaches == other.reaches ? (reaches ? cost < other.cost : end < other.end) : reaches;
    }

    private static MovePlan of(BlockLayout layout, long lists, Supplier<Passes> kind, double ratio, long most) {
        Passes passes = kind.get();
        BlockLayout now = layout;
        long cost = 0;
        int count = 0;
        for (Pass pass = passes.next(now);
                pass != null && cost < most && count < MOST_PASSES;
                pass = passes.next(now)) {
            BlockLayout.Moves moves = Mover.moves(now, pass, Math.max(1, most - cost));
            now = now.after(moves);
            cost += moves.bytes();
            passes.done(moves.bytes(), List.of());
            count++;
        }
        long end = now.end() + lists;
        return new MovePlan(kind.get(), cost, end, end <= (end - now.free()) * ratio);
    }

    /**
     * Where sliding begins for the best price: the free run from which on there are the most free bytes for each byte in use. What is free
     * before it may stay, as far as the ratio allows half of it.
     */
    private static long densest(BlockLayout layout, double ratio) {
        long end = layout.end();
        long live = end - layout.free();
        double left = live * (ratio - 1) / 2;
        long best = layout.holes().get(0).address();
        double most = -1;
        long before = 0;
        for (Section hole : layout.holes()) {
            if (before > left) {
                break;
            }
            long free = layout.free() - before;
            long behind = end - hole.address() - free;
            double density = (double) free / Math.max(1, behind);
            if (density > most) {
                most = density;
                best = hole.address();
            }
            before += hole.size();
        }
        return best;
    }
}
