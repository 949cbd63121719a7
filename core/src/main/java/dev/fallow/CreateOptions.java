package dev.fallow;

import dev.fallow.freespace.file.FileSpaceStrategy;
import java.util.Objects;

/** How a container is created. */
public final class CreateOptions extends SessionOptions<CreateOptions> {
    private static final CreateOptions DEFAULTS = new CreateOptions();

    private boolean overwrite;
    private boolean persistFreeSpace = true;
    private SpaceSettings space = SpaceSettings.defaults();
    private FileFormat format = FileFormat.LATEST;
    private GroupOptions rootGroup = GroupOptions.defaults();

    private CreateOptions() {}

    /** Never overwrites, remembers free space, keeps as much metadata in memory as {@link #cacheBytes} says; the latest format. */
    public static CreateOptions defaults() {
        return DEFAULTS;
    }

    /** Whether a file that exists is replaced; otherwise creating fails and leaves it as it is. */
    public boolean overwrite() {
        return overwrite;
    }

    /**
     * Whether the file remembers its free sections when it is closed, so that later sessions (and the reference library)
     * use them; strategies that track no free space have none to remember.
     */
    public boolean persistFreeSpace() {
        return persistFreeSpace;
    }

    /** How the file manages its space, from then on. */
    public SpaceSettings space() {
        return space;
    }

    /** The generation of the format. */
    public FileFormat format() {
        return format;
    }

    /** How the root group is created. */
    public GroupOptions rootGroup() {
        return rootGroup;
    }

    /** The same, replacing a file that exists or not. */
    public CreateOptions withOverwrite(boolean newOverwrite) {
        return with(copy -> copy.overwrite = newOverwrite);
    }

    /** The same, remembering free space or not. */
    public CreateOptions withPersistFreeSpace(boolean newPersist) {
        return with(copy -> copy.persistFreeSpace = newPersist);
    }

    /** The same, managing the space of the file in another way. */
    public CreateOptions withSpace(SpaceSettings newSpace) {
        Objects.requireNonNull(newSpace, "space");
        return with(copy -> copy.space = newSpace);
    }

    /** The same, with another file-space strategy. */
    public CreateOptions withStrategy(FileSpaceStrategy newStrategy) {
        return withSpace(space.withStrategy(newStrategy));
    }

    /** The same, in another generation of the format. */
    public CreateOptions withFormat(FileFormat newFormat) {
        Objects.requireNonNull(newFormat, "format");
        return with(copy -> copy.format = newFormat);
    }

    /** The same, with another kind of root group. */
    public CreateOptions withRootGroup(GroupOptions newRootGroup) {
        Objects.requireNonNull(newRootGroup, "rootGroup");
        return with(copy -> copy.rootGroup = newRootGroup);
    }
}
