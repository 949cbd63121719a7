package dev.fallow.research.tournament;

import dev.fallow.research.policy.reallocation.CostObliviousSpace;
import dev.fallow.research.policy.reallocation.MovableBlocks;
import dev.fallow.research.policy.reallocation.MoveVisitor;
import dev.fallow.research.policy.reallocation.PromisedSpace;
import dev.fallow.research.policy.reallocation.ProvenBounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A policy that moves blocks, with its parameter. These policies are not in {@link Contestants}: their price is not time
 * but bytes moved.
 *
 * @param name a short name for tables
 * @param what a description in one line
 * @param factory creates spaces
 */
public record MovingPolicy(String name, String what, Factory factory) {
    /** The same rule as that of the promised policy, without moves. */
    public static final MovingPolicy BEST_FIT = new MovingPolicy(
            "best fit, no moves",
            "exact best fit, lowest address",
            (blocks, moves) -> new PromisedSpace(Double.POSITIVE_INFINITY, blocks, moves));

    private static final List<MovingPolicy> ALL = make();

    /** Creates spaces. */
    @FunctionalInterface
    interface Factory {
        /** Creates an empty space for blocks whose numbers are below {@code blocks}. */
        MovableBlocks create(int blocks, MoveVisitor moves);
    }

    /** Those that move blocks, in the order of the tables. */
    public static List<MovingPolicy> all() {
        return ALL;
    }

    /** The promise of this project's containers. */
    public static MovingPolicy promised(double ratio) {
        String factor = String.format(Locale.ROOT, "%.2f", ratio);
        return new MovingPolicy(
                "promised " + factor,
                "this project's promise: best fit, blocks moved until the footprint is at most " + factor
                        + " times the bytes in use",
                (blocks, moves) -> new PromisedSpace(ratio, blocks, moves));
    }

    /** Cost-oblivious reallocation. */
    public static MovingPolicy costOblivious(double share) {
        return new MovingPolicy(
                "cost-oblivious " + share,
                "after Bender, Farach-Colton, Fekete, Fineman and Gilbert: size classes, buffers of " + share
                        + " of their bytes",
                (blocks, moves) -> new CostObliviousSpace(share, blocks, moves));
    }

    private static List<MovingPolicy> make() {
        List<MovingPolicy> all = new ArrayList<>();
        for (double ratio : new double[] {1.05, 1.1}) {
            all.add(promised(ratio));
        }
        for (double share : new double[] {0.017, 0.033, 0.1}) {
            all.add(costOblivious(share));
        }
        return List.copyOf(all);
    }

    /** An empty space. */
    public MovableBlocks create(int blocks, MoveVisitor moves) {
        return factory.create(blocks, moves);
    }

    /** What is proven for every sequence of requests. */
    public ProvenBounds bounds() {
        return create(1, (block, from, to, size) -> {}).bounds();
    }

    /** The policy as one that serves traces. */
    public Contestant contestant() {
        return PolicyProvider.policy(name, what, 1, 0, (blocks, volume) -> new MovingEntry(this, blocks));
    }

    @Override
    public String toString() {
        return name;
    }
}
