package dev.fallow.research.readoptimized;

import dev.fallow.research.policy.AllocatedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;

/**
 * A file system under a workload: files, users and operations (section 2.2). {@link AllocationTest} and
 * {@link ThroughputTest} use it for the tests of section 3.
 */
final class Simulation {
    /** The lower bound N of section 3: the percentage of the disk that is filled before throughput is measured. */
    static final double LOWER_BOUND = 90;

    /** The upper bound M: above it an extension becomes a truncation. */
    static final double UPPER_BOUND = 95;

    /** The number of refusals after which filling ends, because fragmentation keeps the lower bound out of reach. */
    private static final int MOST_REFUSALS = 1_000;

    /** Transfers start and end at multiples of the disk unit. */
    private static final long DISK_UNIT = 1024;

    private final Workload workload;
    private final PolicySetup policy;
    private final List<FileType> types;
    /** The existing files, by type. */
    private final List<List<SimulatedFile>> files = new ArrayList<>();

    private final int[] created; // number of files created, by type
    private final FileSystem fileSystem;
    private final Random random;
    private final Random writes; // apart, so that the operations are the same with every kind of array
    private final Events events = new Events();
    private boolean diskFull; // whether a request of the last operation was refused

    Simulation(Workload workload, PolicySetup policy, Setting setting, long seed) {
        this.workload = workload;
        this.policy = policy;
        types = workload.types(setting);
        created = new int[types.size()];
        random = new Random(seed);
        writes = new Random(~seed);
        fileSystem = new FileSystem(policy.factory().apply(setting.capacity()));
        for (int type = 0; type < types.size(); type++) {
            files.add(new ArrayList<>());
            for (int user = 0; user < setting.users(types.get(type)); user++) {
                events.add(type, types.get(type).drawStartNanos(random));
            }
        }
    }

    FileSystem fileSystem() {
        return fileSystem;
    }

    Events events() {
        return events;
    }

    // ---- creating the files ----------------------------------------------------------------------------------

    /**
     * Creates the files of all types, alternating in proportion to their numbers, until the disk reaches the upper
     * bound or a request is refused. The remaining files are not created.
     *
     * @return whether every request was satisfied
     */
    boolean createFiles(double upperBound) {
        for (int type = nextType(); type >= 0; type = nextType()) {
            if (fileSystem.utilization() > upperBound) {
                return true;
            }
            createFile(type);
            if (diskFull) {
                return false;
            }
        }
        return true;
    }

    /** The type with the smallest share of created files; -1 if all files have been created. */
    private int nextType() {
        int next = -1;
        for (int type = 0; type < created.length; type++) {
            if (created[type] < types.get(type).files()
                    && (next < 0
                            || (long) created[type] * types.get(next).files()
                                    < (long) created[next] * types.get(type).files())) {
                next = type;
            }
        }
        return next;
    }

    private SimulatedFile createFile(int type) {
        SimulatedFile file =
                new SimulatedFile(ExtentRanges.draw(workload, policy.extentRanges(), type, created[type], random));
        created[type]++;
        files.get(type).add(file);
        diskFull = !fileSystem.create(file, types.get(type).drawInitialSize(random));
        return file;
    }

    // ---- operations ------------------------------------------------------------------------------------------

    /** Whether a request of the last operation was refused. */
    boolean diskFull() {
        return diskFull;
    }

    Operation draw(Events.User user) {
        return types.get(user.type()).drawOperation(random);
    }

    /** Schedules the user's next operation an exponentially distributed time after the end of the current one. */
    void reschedule(Events.User user, long end) {
        events.reschedule(user, end + types.get(user.type()).drawProcessNanos(random));
    }

    /**
     * Executes an operation.
     *
     * @param upperBound the percentage of the disk above which an extension becomes a truncation, and a creation a
     *     deletion
     * @param disks null if only the allocation is simulated
     * @return the time at which it ends
     */
    long perform(Events.User user, Operation drawn, double upperBound, DiskArray disks) {
        diskFull = false;
        FileType type = types.get(user.type());
        boolean full = fileSystem.utilization() > upperBound;
        Operation operation = full ? insteadWhenFull(drawn) : drawn;
        if (operation == Operation.CREATE) {
            SimulatedFile created = createFile(user.type());
            return transfer(created, 0, created.length(), user.at(), disks, true);
        }
        List<SimulatedFile> all = files.get(user.type());
        if (all.isEmpty()) {
            return user.at();
        }
        int number = chooseFile(user, type, all);
        SimulatedFile file = all.get(number);
        switch (operation) {
            case READ, WRITE:
                return disks == null ? user.at() : readOrWrite(user, type, file, disks, operation == Operation.WRITE);
            case EXTEND:
                long before = file.length();
                diskFull = !fileSystem.extend(file, type.drawSize(random));
                return transfer(file, before, file.length() - before, user.at(), disks, true);
            case TRUNCATE:
                fileSystem.truncate(file, type.truncateSize());
                return user.at();
            default: // DELETE
                fileSystem.delete(file);
                if (type.creates()) {
                    all.set(number, all.get(all.size() - 1));
                    all.remove(all.size() - 1);
                    return user.at();
                }
                diskFull = !fileSystem.create(file, type.drawInitialSize(random));
                user.moveTo(number, 0);
                return transfer(file, 0, file.length(), user.at(), disks, true);
        }
    }

    /**
     * Executes the next operation if it changes the allocation. Nothing is transferred, so time passes only between
     * operations.
     *
     * @return whether the operation was executed
     */
    boolean allocateOnce(double upperBound) {
        Events.User user = events.take();
        Operation operation = draw(user);
        if (operation.allocates()) {
            perform(user, operation, upperBound, null);
        }
        reschedule(user, user.at());
        return operation.allocates();
    }

    /** Executes allocating operations until the disk is filled to the lower bound. */
    void fill() {
        int refusals = 0;
        while (fileSystem.utilization() < LOWER_BOUND && refusals < MOST_REFUSALS) {
            refusals += allocateOnce(UPPER_BOUND) && diskFull ? 1 : 0;
        }
    }

    private static Operation insteadWhenFull(Operation drawn) {
        return switch (drawn) {
            case EXTEND -> Operation.TRUNCATE;
            case CREATE -> Operation.DELETE;
            default -> drawn;
        };
    }

    private int chooseFile(Events.User user, FileType type, List<SimulatedFile> all) {
        if (type.access() == FileType.Access.RANDOM) {
            return random.nextInt(all.size());
        }
        if (user.file() < 0 || user.position() >= all.get(user.file()).length()) {
            user.moveTo(random.nextInt(all.size()), 0);
        }
        return user.file();
    }

    private long readOrWrite(Events.User user, FileType type, SimulatedFile file, DiskArray disks, boolean write) {
        long size = Math.min(type.drawSize(random), file.length());
        if (type.access() == FileType.Access.STREAM) {
            long from = user.position();
            long burst = Math.min(size, file.length() - from);
            user.moveTo(user.file(), from + burst);
            return transfer(file, from, burst, user.at(), disks, write);
        }
        long from = (long) ((file.length() - size) * random.nextDouble());
        return transfer(file, from - from % DISK_UNIT, size, user.at(), disks, write);
    }

    /** Reads or writes a whole file, the only operation of the sequential test (section 3). */
    long transferWholeFile(Events.User user, DiskArray disks) {
        List<SimulatedFile> all = files.get(user.type());
        if (all.isEmpty()) {
            return user.at();
        }
        SimulatedFile file = all.get(random.nextInt(all.size()));
        boolean write = writes.nextInt(100) < types.get(user.type()).writePercent();
        return transfer(file, 0, file.length(), user.at(), disks, write);
    }

    /** Transfers part of a file. Adjacent extents are one transfer; all transfers are requested at the same time. */
    private static long transfer(SimulatedFile file, long offset, long bytes, long at, DiskArray disks, boolean write) {
        if (bytes <= 0 || disks == null) {
            return at;
        }
        AllocatedFile space = file.space();
        long position = offset - offset % DISK_UNIT;
        long stop = Math.min(space.allocatedBytes(), (offset + bytes + DISK_UNIT - 1) / DISK_UNIT * DISK_UNIT);
        long end = at;
        long runAddress = 0;
        long runBytes = 0;
        for (int extent = space.extentAt(position); position < stop; extent++) {
            long within = position - space.extentOffset(extent);
            long part = Math.min(stop - position, space.extentSize(extent) - within);
            long address = space.extentAddress(extent) + within;
            if (runBytes > 0 && runAddress + runBytes != address) {
                end = Math.max(end, disks.transfer(at, runAddress, runBytes, write));
                runBytes = 0;
            }
            runAddress = runBytes == 0 ? address : runAddress;
            runBytes += part;
            position += part;
        }
        return Math.max(end, disks.transfer(at, runAddress, runBytes, write));
    }

    // ---- statistics -------------------------------------------------------------------------------------------

    /** The mean number of extents of non-empty files. */
    double extentsPerFile() {
        return meanOfFiles(AllocatedFile::extentCount);
    }

    /** The mean number of contiguous runs of non-empty files; adjacent extents form one run. */
    double runsPerFile() {
        return meanOfFiles(Simulation::runs);
    }

    private static int runs(AllocatedFile space) {
        int runs = 0;
        long end = -1;
        for (int extent = 0; extent < space.extentCount(); extent++) {
            runs += space.extentAddress(extent) == end ? 0 : 1;
            end = space.extentAddress(extent) + space.extentSize(extent);
        }
        return runs;
    }

    /**
     * The mean distance from the end of a run to the next run of the same file, in bytes; 0 if each file is one run.
     */
    double bytesBetweenRuns() {
        double bytes = 0;
        long jumps = 0;
        for (List<SimulatedFile> ofType : files) {
            for (SimulatedFile file : ofType) {
                AllocatedFile space = file.space();
                for (int extent = 1; extent < space.extentCount(); extent++) {
                    long end = space.extentAddress(extent - 1) + space.extentSize(extent - 1);
                    bytes += Math.abs(space.extentAddress(extent) - end);
                    jumps += space.extentAddress(extent) == end ? 0 : 1;
                }
            }
        }
        return jumps == 0 ? 0 : bytes / jumps;
    }

    private double meanOfFiles(ToIntFunction<AllocatedFile> count) {
        return files.stream()
                .flatMap(List::stream)
                .filter(file -> file.length() > 0)
                .mapToInt(file -> count.applyAsInt(file.space()))
                .average()
                .orElse(0);
    }
}
