package dev.fallow;

import java.util.Objects;

/**
 * How {@link ContainerFile#repair}, {@link ContainerFile#recover} and {@link ContainerFile#reclaimUntracked(MaintenanceOptions)} work. Immutable.
 *
 * @param dryRun whether only to report what would be done; nothing is changed then
 * @param ignoreLocks whether to go on although another program has the file open; for recovery only
 * @param progress is told of the progress of each walk of the file, in bytes; if it ends one, that throws a {@link
 *     java.util.concurrent.CancellationException}. For repairs only
 */
public record MaintenanceOptions(boolean dryRun, boolean ignoreLocks, Progress progress) {
    private static final MaintenanceOptions DEFAULTS = new MaintenanceOptions(false, false, Progress.NONE);

    /** A progress is needed. */
    public MaintenanceOptions {
        Objects.requireNonNull(progress, "progress");
    }

    /** Does what has to be done; respects locks. */
    public static MaintenanceOptions defaults() {
        return DEFAULTS;
    }

    /** Returns a copy that only reports, or does not. */
    public MaintenanceOptions withDryRun(boolean newDryRun) {
        return new MaintenanceOptions(newDryRun, ignoreLocks, progress);
    }

    /** Returns a copy that ignores locks, or does not. */
    public MaintenanceOptions withIgnoreLocks(boolean newIgnore) {
        return new MaintenanceOptions(dryRun, newIgnore, progress);
    }

    /** Returns a copy that tells of its progress. */
    public MaintenanceOptions withProgress(Progress newProgress) {
        return new MaintenanceOptions(dryRun, ignoreLocks, newProgress);
    }
}
