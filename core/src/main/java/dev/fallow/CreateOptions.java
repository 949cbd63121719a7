package dev.fallow;

import java.util.Objects;

/** Options for creating a container. */
public final class CreateOptions extends SessionOptions<CreateOptions> {
    private static final CreateOptions DEFAULTS = new CreateOptions();

    private boolean overwrite;
    private boolean persistFreeSpace = true;
    private SpaceSettings space = SpaceSettings.defaults();
    private FileFormat format = FileFormat.LATEST;
    private GroupOptions rootGroup = GroupOptions.defaults();

    private CreateOptions() {}

    /** No overwriting, free space persisted, the default bound of {@link #cacheBytes}, the latest format. */
    public static CreateOptions defaults() {
        return DEFAULTS;
    }

    /** Whether an existing file is replaced. Otherwise creation fails and leaves it unchanged. */
    public boolean overwrite() {
        return overwrite;
    }

    /**
     * Whether the file stores its free sections on close, so that later sessions and the reference library can reuse
     * them. Has no effect with strategies that track no free space.
     */
    public boolean persistFreeSpace() {
        return persistFreeSpace;
    }

    /** The file-space settings, which are fixed at creation. */
    public SpaceSettings space() {
        return space;
    }

    /** The format generation. */
    public FileFormat format() {
        return format;
    }

    /** The options of the root group. */
    public GroupOptions rootGroup() {
        return rootGroup;
    }

    /** Returns a copy that replaces an existing file, or does not. */
    public CreateOptions withOverwrite(boolean newOverwrite) {
        return with(copy -> copy.overwrite = newOverwrite);
    }

    /** Returns a copy that persists free space, or does not. */
    public CreateOptions withPersistFreeSpace(boolean newPersist) {
        return with(copy -> copy.persistFreeSpace = newPersist);
    }

    /** Returns a copy with these file-space settings. */
    public CreateOptions withSpace(SpaceSettings newSpace) {
        Objects.requireNonNull(newSpace, "space");
        return with(copy -> copy.space = newSpace);
    }

    /** Returns a copy with this file-space strategy. */
    public CreateOptions withStrategy(FileSpaceStrategy newStrategy) {
        return withSpace(space.withStrategy(newStrategy));
    }

    /** Returns a copy with this format generation. */
    public CreateOptions withFormat(FileFormat newFormat) {
        Objects.requireNonNull(newFormat, "format");
        return with(copy -> copy.format = newFormat);
    }

    /** Returns a copy with these root group options. */
    public CreateOptions withRootGroup(GroupOptions newRootGroup) {
        Objects.requireNonNull(newRootGroup, "rootGroup");
        return with(copy -> copy.rootGroup = newRootGroup);
    }
}
