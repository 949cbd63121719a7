package dev.fallow.research.objects;

import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.trace.TraceRecorder;
import dev.fallow.freespace.trace.TraceSink;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Records the requests of the paper on persistent storage as a trace: test Wp, which writes all objects; test Wn, which
 * writes each again in a new size, in another order, and then releases its old block; and the equilibrium of section
 * 3.2, which deletes a random object and writes a new one, as many times as there are objects. An object is one block
 * of its own size.
 */
public final class WebObjectTrace {
    private final FileSpace space;
    private final ParetoSizes distribution;
    private final SplittableRandom random;
    private final long[] addresses;
    private final int[] sizes;

    private WebObjectTrace(FileSpace space, ParetoSizes distribution, long seed, int objects) {
        this.space = space;
        this.distribution = distribution;
        random = new SplittableRandom(seed);
        addresses = new long[objects];
        sizes = new int[objects];
    }

    /**
     * Records the trace.
     *
     * @param objects the number of objects, at least 1
     * @param sink receives the trace
     * @return the number of allocations and releases
     * @throws IllegalArgumentException if there are no objects
     */
    public static long record(int objects, ParetoSizes distribution, long seed, TraceSink sink) {
        return record(objects, distribution, seed, sink, WebObjectTrace::run);
    }

    /**
     * As {@link #record(int, ParetoSizes, long, TraceSink)}, but only test Wp: each object is written once, and none is
     * deleted.
     */
    public static long recordKept(int objects, ParetoSizes distribution, long seed, TraceSink sink) {
        return record(objects, distribution, seed, sink, WebObjectTrace::writeAll);
    }

    private static long record(
            int objects, ParetoSizes distribution, long seed, TraceSink sink, Consumer<WebObjectTrace> work) {
        if (objects < 1) {
            throw new IllegalArgumentException("objects: " + objects + ", expected at least 1");
        }
        FileSpace space = new FileSpace(FileSpaceOptions.defaults().withAggregators(0, 0), 0);
        try (TraceRecorder recorder = new TraceRecorder(space, sink)) {
            work.accept(new WebObjectTrace(space, distribution, seed, objects));
            return recorder.records();
        }
    }

    private void writeAll() {
        for (int object = 0; object < addresses.length; object++) {
            write(object);
        }
    }

    private void run() {
        writeAll();
        for (int object : shuffled()) {
            long formerAddress = addresses[object];
            int formerSize = sizes[object];
            write(object);
            space.release(AllocationType.RAW_DATA, formerAddress, formerSize);
        }
        for (int i = 0; i < addresses.length; i++) {
            int object = random.nextInt(addresses.length);
            space.release(AllocationType.RAW_DATA, addresses[object], sizes[object]);
            write(object);
        }
    }

    private void write(int object) {
        sizes[object] = distribution.draw(random);
        addresses[object] = space.allocate(AllocationType.RAW_DATA, sizes[object]);
    }

    private int[] shuffled() {
        int[] order = new int[addresses.length];
        for (int i = 0; i < order.length; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }
}
