package dev.fallow.kill;

import dev.fallow.ContainerFile;
import java.util.SplittableRandom;

/**
 * Operations that are determined by a seed and their index, so that the number of operations determines the expected
 * content of the container. The number is stored in an attribute of the root group, which is committed with the other
 * changes.
 */
abstract class Workload {
    private static final String STEP = "step";

    private final long seed;
    private long step;

    Workload(long seed) {
        this.seed = seed;
    }

    /** What is edited. */
    enum Kind {
        /** Groups, contiguous datasets and attributes. */
        OBJECTS,
        /** Chunked datasets: rows are appended, and chunks rewritten. */
        CHUNKS,
        /** One of these by turns, and the file is shrunk after each commit. */
        SHRUNK,
        /** Groups with large headers, and so little memory for changes that blocks are written before the commit. */
        SPILLED;

        private Workload begin(long seed) {
            if (this == SPILLED) {
                return new LargeHeaderWorkload(seed);
            }
            boolean objects = this == OBJECTS || this == SHRUNK && seed % 2 == 0;
            return objects ? new ObjectWorkload(seed) : new ChunkWorkload(seed);
        }
    }

    /** Returns the workload in the state of a container, from the number of operations stored in it. */
    static Workload of(ContainerFile container, Kind kind, long seed) {
        Workload workload = kind.begin(seed);
        if (container.root().attributeNames().contains(STEP)) {
            long steps = ((Number) container.root().attribute(STEP).read()).longValue();
            while (workload.step < steps) {
                workload.next(null);
            }
        }
        return workload;
    }

    /** Returns the number of operations done. */
    long step() {
        return step;
    }

    /** Does the next operation, only in the model if the container is null. */
    void next(ContainerFile container) {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + step);
        step++;
        next(container, random);
    }

    /** Does the operation of the current step. */
    abstract void next(ContainerFile container, SplittableRandom random);

    /** Stores the number of operations, and commits. */
    void commit(ContainerFile container) {
        container.root().putAttribute(STEP, step);
        container.flush();
    }

    /** Asserts that a container has the expected content. */
    abstract void assertEqual(ContainerFile container, String where);
}
