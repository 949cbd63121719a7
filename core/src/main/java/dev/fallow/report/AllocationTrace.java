package dev.fallow.report;

import dev.fallow.ContainerException;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.FreeSpaceBackend;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import dev.fallow.freespace.trace.AddressVisitor;
import dev.fallow.freespace.trace.ReplayReport;
import dev.fallow.freespace.trace.Trace;
import dev.fallow.freespace.trace.TraceFormatException;
import dev.fallow.freespace.trace.TraceReplay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The allocations of a recorded session; {@link dev.fallow.SessionOptions#withTrace} records one. It can be
 * replayed with other settings.
 */
public final class AllocationTrace {
    private final Path file;
    private final byte[] bytes;
    private final Trace trace;

    private AllocationTrace(Path file, byte[] bytes) {
        this.file = file;
        this.bytes = bytes;
        trace = read(new AddressVisitor() {});
    }

    /**
     * Reads a trace.
     *
     * @throws ContainerException if it is not a regular file, cannot be read, or is not a trace
     */
    public static AllocationTrace read(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file)) { // a FIFO or a device can be endless
            throw new ContainerException(file + ": is not a regular file");
        }
        try {
            return new AllocationTrace(file, Files.readAllBytes(file));
        } catch (IOException e) {
            throw new ContainerException(file + ": cannot be read", e);
        }
    }

    private Trace read(AddressVisitor visitor) {
        try {
            return Trace.read(bytes, visitor);
        } catch (TraceFormatException e) {
            throw new ContainerException(file + ": " + e.getMessage(), e);
        }
    }

    /** The number of recorded calls. */
    public int calls() {
        return trace.length();
    }

    /** The end of allocation when recording started, in bytes. */
    public long endOfAllocation() {
        return trace.endOfAllocation();
    }

    /** Receives which bytes of the file were in use. */
    public interface Visitor {
        /** Bytes that were in use when recording started; the size may be 0. */
        void usedBefore(long address, long size);

        /**
         * Bytes were allocated.
         *
         * @param call the number of the call, from 0
         */
        void allocated(int call, boolean rawData, long address, long size);

        /** Bytes were released by a call. */
        void released(int call, long address, long size);
    }

    /** Visits the calls that changed which bytes were in use, in their order. */
    public void visit(Visitor visitor) {
        read(new AddressVisitor() {
            @Override
            public void usedBefore(long address, long size) {
                visitor.usedBefore(address, size);
            }

            @Override
            public void allocated(int call, AllocationType type, long address, long size) {
                visitor.allocated(call, type == AllocationType.RAW_DATA, address, size);
            }

            @Override
            public void released(int call, long address, long size) {
                visitor.released(call, address, size);
            }
        });
    }

    /**
     * The file after a replay.
     *
     * @param nanos the duration of the replay
     * @param operations the number of steps: each call of the trace, and each division of a block that a call required
     * @param endOfAllocation at the end, in bytes
     * @param peakEndOfAllocation the maximum after any step, in bytes
     * @param freeBytes total size of the sections of all managers
     * @param sections the number of sections of all managers
     * @param probes the number of nodes or words examined by the managers
     */
    public record Replay(
            long nanos,
            long operations,
            long endOfAllocation,
            long peakEndOfAllocation,
            long freeBytes,
            long sections,
            long probes) {}

    /** Replays the calls with the strategy of the trace. */
    public Replay replay(FreeSpaceBackend backend) {
        return replay(trace.options().withBackendNamed(backend.label()));
    }

    /** Replays the calls with another strategy. */
    public Replay replay(FreeSpaceBackend backend, FileSpaceStrategy strategy) {
        FileSpaceOptions options = trace.options().withBackendNamed(backend.label());
        return replay(options.withStrategy(Strategy.values()[strategy.ordinal()]));
    }

    private Replay replay(FileSpaceOptions options) {
        TraceReplay replay = new TraceReplay(trace, options);
        long start = System.nanoTime();
        ReplayReport report = replay.run();
        return new Replay(
                System.nanoTime() - start,
                report.operations(),
                report.endOfAllocation(),
                report.peakEndOfAllocation(),
                report.freeBytes(),
                report.sections(),
                report.probes());
    }
}
