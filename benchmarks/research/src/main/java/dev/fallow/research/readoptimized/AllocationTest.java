package dev.fallow.research.readoptimized;

/**
 * The allocation test of section 3: the files are created, then extended, truncated, deleted and created in the
 * proportions of the workload, until the first request is refused.
 */
public final class AllocationTest {
    /** Far more operations than are needed to fill a disk. */
    private static final long MOST_OPERATIONS = 100_000_000;

    private AllocationTest() {}

    /**
     * The state of the disk when it is full for the first time.
     *
     * @param internalFragmentation percentage of the allocated space that no file uses
     * @param externalFragmentation percentage of the disk that is not allocated
     * @param whileCreating whether not all files had been created yet
     */
    public record Outcome(double internalFragmentation, double externalFragmentation, boolean whileCreating) {}

    /**
     * Fills the disk.
     *
     * @throws IllegalStateException if the disk does not become full, because the workload frees what it allocates
     */
    public static Outcome run(Workload workload, PolicySetup policy, Setting setting, long seed) {
        Simulation simulation = new Simulation(workload, policy, setting, seed);
        FileSystem fileSystem = simulation.fileSystem();
        if (!simulation.createFiles(100)) {
            return new Outcome(fileSystem.internalFragmentation(), fileSystem.externalFragmentation(), true);
        }
        for (long i = 0; i < MOST_OPERATIONS; i++) {
            if (simulation.allocateOnce(100) && simulation.diskFull()) {
                return new Outcome(fileSystem.internalFragmentation(), fileSystem.externalFragmentation(), false);
            }
        }
        throw new IllegalStateException(
                workload + ", " + policy.name() + ", seed " + seed + ": after " + MOST_OPERATIONS
                        + " operations the disk is " + fileSystem.utilization() + " % full and has never been full");
    }
}
