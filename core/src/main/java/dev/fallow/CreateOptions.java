package dev.fallow;

import java.util.Objects;

/** Options for creating a container. */
public final class CreateOptions extends SessionOptions<CreateOptions> {
    private static final CreateOptions DEFAULTS = new CreateOptions();
    private static final long SMALLEST_USER_BLOCK = 512;

    private boolean overwrite;
    private boolean persistFreeSpace = true;
    private SpaceSettings space = SpaceSettings.defaults();
    private FileFormat format = FileFormat.LATEST;
    private GroupOptions rootGroup = GroupOptions.defaults();
    private long userBlock;

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

    /** The bytes in front of the HDF5 content, which belong to the application; 0 for none. */
    public long userBlock() {
        return userBlock;
    }

    /**
     * Returns a copy with a user block: bytes in front of the HDF5 content, which are zeros until {@linkplain
     * dev.fallow.ContainerFile#writeUserBlock written}.
     *
     * @param bytes 0, or a power of two of at least 512
     * @throws IllegalArgumentException if it is another number
     */
    public CreateOptions withUserBlock(long bytes) {
        if (bytes != 0 && (bytes < SMALLEST_USER_BLOCK || Long.bitCount(bytes) != 1)) {
            throw new IllegalArgumentException("userBlock: expected 0 or a power of two of at least %d, found %d"
                    .formatted(SMALLEST_USER_BLOCK, bytes));
        }
        return with(copy -> copy.userBlock = bytes);
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
