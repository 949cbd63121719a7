package dev.fallow.chunked;

import dev.fallow.filter.Filter;
import dev.fallow.filter.FilterContext;
import dev.fallow.filter.FilterData;
import dev.fallow.filter.FilterException;
import dev.fallow.filter.FilterSetting;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Adds a byte to a chunk. Fails in the way that the first byte of a chunk says, and takes the longer the smaller the second one is. */
public final class FailingFilter implements Filter {
    /** One of the numbers for tests. */
    private static final int ID = 302;

    static final FilterSetting SETTING = new FilterSetting(ID, false);

    /** The chunks that are being encoded, and the most of them since it was last set. */
    static final AtomicInteger RUNNING = new AtomicInteger();

    static final AtomicInteger MOST_RUNNING = new AtomicInteger();

    /** How a chunk fails: its first byte. */
    enum Failure {
        REFUSED,
        BROKEN,
        MEMORY;

        byte first() {
            return (byte) (100 + ordinal());
        }
    }

    @Override
    public int id() {
        return ID;
    }

    @Override
    public String name() {
        return "failing";
    }

    @Override
    public FilterData decode(FilterData in, FilterContext context) {
        return new FilterData(in.array(), in.offset(), in.length() - 1);
    }

    @Override
    public Optional<FilterData> encode(FilterData in, FilterContext context) throws FilterException {
        MOST_RUNNING.accumulateAndGet(RUNNING.incrementAndGet(), Math::max);
        try {
            byte first = in.array()[in.offset()];
            LockSupport.parkNanos(10_000L * (20 - Math.min(20, Math.abs(in.array()[in.offset() + 1]))));
            if (first == Failure.REFUSED.first()) {
                throw new FilterException("not this chunk");
            } else if (first == Failure.BROKEN.first()) {
                throw new IllegalStateException("the filter is broken");
            } else if (first == Failure.MEMORY.first()) {
                throw new OutOfMemoryError("in a test");
            }
            byte[] out = context.array(in.length() + 1);
            System.arraycopy(in.array(), in.offset(), out, 0, in.length());
            out[in.length()] = 0;
            return Optional.of(new FilterData(out, 0, in.length() + 1));
        } finally {
            RUNNING.decrementAndGet();
        }
    }
}
