package dev.fallow.research.readoptimized;

import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.trace.TraceRecorder;
import dev.fallow.freespace.trace.TraceSink;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Records the requests of a workload to a file system as a trace ({@link dev.fallow.freespace.trace}), which can be
 * replayed on any backend or policy. The files are created, the disk is filled to 90 %, and then kept between 90 and 95
 * %. Each request of a file allocates a block of whole kilobytes of raw data; blocks are released as a whole.
 */
public final class FileSystemTrace {
    private static final long SEED = 1;

    private final Workload workload;
    private final Path file;
    private final Setting setting;
    private final int operations;

    /** @param operations the number of operations that change the allocation after the disk has been filled */
    FileSystemTrace(Workload workload, Path file, Setting setting, int operations) {
        this.workload = workload;
        this.file = file;
        this.setting = setting;
        this.operations = operations;
    }

    /**
     * Writes the trace to the file.
     *
     * @return a description of the trace in one line
     * @throws IOException if the file cannot be written
     */
    String write() throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            Recording recording = record(workload, setting, SEED, operations, (bytes, offset, length) -> {
                try {
                    out.write(bytes, offset, length);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            return workload + ": " + recording.calls() + " calls, end of allocation " + recording.endOfAllocation()
                    + " bytes, of them " + recording.freeBytes() + " free";
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * The results of a recording.
     *
     * @param calls the number of allocations and releases
     * @param endOfAllocation at the end, in bytes
     * @param freeBytes the number of free bytes below it
     */
    public record Recording(long calls, long endOfAllocation, long freeBytes) {}

    /**
     * Records a workload.
     *
     * @param operations the number of operations that change the allocation after the disk has been filled
     * @param sink receives the trace
     */
    public static Recording record(Workload workload, Setting setting, long seed, int operations, TraceSink sink) {
        FileSpace space = new FileSpace(FileSpaceOptions.defaults().withAggregators(0, 0), 0);
        try (TraceRecorder recorder = new TraceRecorder(space, sink)) {
            PolicySetup policy = new PolicySetup("file space", 0, capacity -> new FileSpacePolicy(space, capacity));
            Simulation simulation = new Simulation(workload, policy, setting, seed);
            simulation.createFiles(Simulation.UPPER_BOUND);
            simulation.fill();
            for (int done = 0; done < operations; ) {
                done += simulation.allocateOnce(Simulation.UPPER_BOUND) ? 1 : 0;
            }
            return new Recording(recorder.records(), space.endOfAllocation(), space.freeBytes());
        }
    }
}
