package dev.fallow.benchmarks.readoptimized;

import dev.fallow.freespace.policy.AllocatedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;

/**
 * A file system under a workload: its files, its users, and what the operations do. The tests of section 3 are in {@link
 * AllocationTest} and {@link ThroughputTest}; this is what they have in common (section 2.2).
 */
final class Simulation {
    /** The lower bound N of section 3: how full the disk is before throughput is measured, in percent. */
    static final double LOWER_BOUND = 90;

    /** The upper bound M: above it an extension becomes a truncation. */
    static final double UPPER_BOUND = 95;

    /** Where files waste or leave so much that the lower bound cannot be reached, filling ends after so many refusals. */
    private static final int MOST_REFUSALS = 1_000;

    /** A transfer begins and ends at disk units. */
    private static final long DISK_UNIT = 1024;

    private final Workload workload;
    private final PolicySetup policy;
    private final List<FileType> types;
    /** The files that exist, by type. */
    private final List<List<SimulatedFile>> files = new ArrayList<>();

    private final int[] created; // files so far, by type
    private final FileSystem fileSystem;
    private final Random random;
    private final Events events = new Events();
    private boolean diskFull; // a request of the last operation was refused

    Simulation(Workload workload, PolicySetup policy, Setting setting, long seed) {
        this.workload = workload;
        this.policy = policy;
        types = workload.types(setting);
        created = new int[types.size()];
        random = new Random(seed);
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
     * Creates the files, those of all types in turn, in proportion to their numbers, until the disk is as full as it may be
     * or a request is refused. What is not created then does not exist.
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

    /** The type of whose files the smallest part has been created, or -1 if all have. */
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
                new SimulatedFile(ExtentSizes.draw(workload, policy.extentRanges(), type, created[type], random));
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

    /** The user's next operation comes an exponentially distributed time after the end of this one. */
    void reschedule(Events.User user, long end) {
        events.reschedule(user, end + types.get(user.type()).drawProcessNanos(random));
    }

    /**
     * Does an operation.
     *
     * @param upperBound percentage of the disk; if more is allocated, an extension becomes a truncation, and a creation a
     *     deletion
     * @param disks null: only the allocation is changed
     * @return when it has ended
     */
    long perform(Events.User user, Operation drawn, double upperBound, DiskArray disks) {
        diskFull = false;
        FileType type = types.get(user.type());
        boolean full = fileSystem.utilization() > upperBound;
        Operation operation = full ? insteadWhenFull(drawn) : drawn;
        if (operation == Operation.CREATE) {
            SimulatedFile created = createFile(user.type());
            return transfer(created, 0, created.length(), user.at(), disks);
        }
        List<SimulatedFile> all = files.get(user.type());
        if (all.isEmpty()) {
            return user.at();
        }
        int number = chooseFile(user, type, all);
        SimulatedFile file = all.get(number);
        switch (operation) {
            case READ, WRITE:
                return disks == null ? user.at() : readOrWrite(user, type, file, disks);
            case EXTEND:
                long before = file.length();
                diskFull = !fileSystem.extend(file, type.drawSize(random));
                return transfer(file, before, file.length() - before, user.at(), disks);
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
                return transfer(file, 0, file.length(), user.at(), disks);
        }
    }

    /**
     * The next user's operation, if it changes the allocation; nothing is transferred, so that no time passes but between
     * operations.
     *
     * @return whether it did
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

    /** Allocates until the disk is filled to the lower bound. */
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

    private long readOrWrite(Events.User user, FileType type, SimulatedFile file, DiskArray disks) {
        long size = Math.min(type.drawSize(random), file.length());
        if (type.access() == FileType.Access.STREAM) {
            long from = user.position();
            long burst = Math.min(size, file.length() - from);
            user.moveTo(user.file(), from + burst);
            return transfer(file, from, burst, user.at(), disks);
        }
        long from = (long) ((file.length() - size) * random.nextDouble());
        return transfer(file, from - from % DISK_UNIT, size, user.at(), disks);
    }

    /** Reads or writes the whole of a file: the only operation of the sequential test (section 3). */
    long transferWholeFile(Events.User user, DiskArray disks) {
        List<SimulatedFile> all = files.get(user.type());
        if (all.isEmpty()) {
            return user.at();
        }
        SimulatedFile file = all.get(random.nextInt(all.size()));
        return transfer(file, 0, file.length(), user.at(), disks);
    }

    /** Extents that touch on the disk are transferred at once; all are requested at the same time. */
    private static long transfer(SimulatedFile file, long offset, long bytes, long at, DiskArray disks) {
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
                end = Math.max(end, disks.transfer(at, runAddress, runBytes));
                runBytes = 0;
            }
            runAddress = runBytes == 0 ? address : runAddress;
            runBytes += part;
            position += part;
        }
        return Math.max(end, disks.transfer(at, runAddress, runBytes));
    }

    // ---- what is there ---------------------------------------------------------------------------------------

    /** The mean number of extents of the files that are not empty. */
    double extentsPerFile() {
        return meanOfFiles(AllocatedFile::extentCount);
    }

    /** The mean number of contiguous runs that the files which are not empty consist of: extents that touch are one. */
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

    /** The distance from the end of a run to the next of the same file: the mean of all files, 0 if each is one run. */
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
