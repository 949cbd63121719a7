package dev.fallow.research.readoptimized;

/**
 * The performance tests of section 3: on a disk that is 90 to 95 % full, first the application's operations until their
 * throughput is stable, then reads and writes of whole files until theirs is stable.
 */
public final class ThroughputTest {
    private ThroughputTest() {}

    /**
     * The results of a measurement.
     *
     * @param application throughput as a percentage of the sustained maximum
     * @param sequential the same, for whole files
     * @param utilization the percentage of the disk that was allocated when the application test started
     * @param extentsPerFile the mean at that time
     * @param runsPerFile the mean number of contiguous runs per file at that time
     * @param cylindersBetweenRuns the mean distance from the end of a run to the next run of the file
     * @param whileCreating whether a request was refused before all files had been created
     */
    public record Outcome(
            Phase application,
            Phase sequential,
            double utilization,
            double extentsPerFile,
            double runsPerFile,
            double cylindersBetweenRuns,
            boolean whileCreating) {}

    /**
     * The results of one of the two tests.
     *
     * @param percent of the sustained maximum
     * @param kilobytesPerPositioning kilobytes requested per seek or rotational delay of a disk
     * @param transferPercent the percentage of the disks' busy time spent on transfers
     * @param intervals the duration, in intervals of 10 seconds
     * @param stable whether it ended because the throughput was stable
     */
    public record Phase(
            double percent, double kilobytesPerPositioning, double transferPercent, int intervals, boolean stable) {}

    /** Fills the disk, and runs both tests. */
    public static Outcome run(Workload workload, PolicySetup policy, Setting setting, long seed) {
        Simulation simulation = new Simulation(workload, policy, setting, seed);
        boolean whileCreating = !simulation.createFiles(Simulation.UPPER_BOUND);
        simulation.fill();
        double utilization = simulation.fileSystem().utilization();
        double extents = simulation.extentsPerFile();
        double runs = simulation.runsPerFile();
        DiskArray disks = setting.disks();
        double cylinders = simulation.bytesBetweenRuns() / disks.bytesPerCylinder();
        long start = simulation.events().next();
        Phase application = measure(simulation, disks, setting, start, false);
        long then = start + application.intervals * Throughput.INTERVAL_NANOS;
        Phase sequential = measure(simulation, disks, setting, then, true);
        return new Outcome(application, sequential, utilization, extents, runs, cylinders, whileCreating);
    }

    private static Phase measure(
            Simulation simulation, DiskArray disks, Setting setting, long start, boolean wholeFiles) {
        Throughput throughput = new Throughput(start, disks.sustainedBytesPerSecond());
        disks.countIn(throughput);
        long positionings = disks.positionings();
        long requested = disks.requestedBytes();
        DiskArray.BusyTime busy = disks.busyTime();
        boolean stable = false;
        while (!stable && throughput.intervals() < setting.mostIntervals()) {
            stable = throughput.stableAt(simulation.events().next());
            if (!stable) {
                Events.User user = simulation.events().take();
                long end = wholeFiles
                        ? simulation.transferWholeFile(user, disks)
                        : simulation.perform(user, simulation.draw(user), Simulation.UPPER_BOUND, disks);
                simulation.reschedule(user, end);
            }
        }
        long positioned = disks.positionings() - positionings;
        return new Phase(
                throughput.percent(),
                (disks.requestedBytes() - requested) / 1024.0 / Math.max(1, positioned),
                disks.busyTime().minus(busy).transferPercent(),
                throughput.intervals(),
                stable);
    }
}
