package dev.fallow.internal.space;

import dev.fallow.CreateOptions;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.FreeSpaceBackend;
import dev.fallow.SpaceSettings;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;

/**
 * Creates a file's space layer from its file space info message, or from the options of a new file. Aggregators are
 * never used, which is a setting that libhdf5 supports too: every block is placed where it keeps the file shortest, in
 * a free section or exactly at the end.
 */
public final class FileSpaceSetup {
    /** The settings of a file without a message. */
    private static final FileSpaceInfo DEFAULT =
            FileSpaceInfo.of(FileSpaceInfo.Strategy.FSM_AGGR, false, 1, FileSpaceInfo.DEFAULT_PAGE_SIZE, 0);

    private FileSpaceSetup() {}

    /** The file space info of a new file; null if it equals the settings of a file without a message. */
    public static FileSpaceInfo infoOf(CreateOptions options) {
        SpaceSettings settings = options.space();
        FileSpaceInfo info = FileSpaceInfo.of(
                FileSpaceInfo.Strategy.values()[settings.strategy().ordinal()],
                options.persistFreeSpace() && settings.strategy().tracks(),
                settings.threshold(),
                settings.pageSize(),
                0);
        return isDefault(info) ? null : info;
    }

    /** The settings described by a file space info; null stands for a file without a message. */
    public static SpaceSettings settingsOf(FileSpaceInfo infoOrNull) {
        FileSpaceInfo info = orDefault(infoOrNull);
        return new SpaceSettings(
                FileSpaceStrategy.values()[info.strategy().ordinal()], Math.max(1, info.threshold()), info.pageSize());
    }

    /** Whether this info can be omitted from the file. */
    static boolean isDefault(FileSpaceInfo info) {
        return info.strategy() == DEFAULT.strategy()
                && !info.persistent()
                && info.threshold() == DEFAULT.threshold()
                && info.pageSize() == DEFAULT.pageSize()
                && info.pageEndThreshold() == DEFAULT.pageEndThreshold();
    }

    /** The info itself, or the settings of a file without a message. */
    static FileSpaceInfo orDefault(FileSpaceInfo infoOrNull) {
        return infoOrNull == null ? DEFAULT : infoOrNull;
    }

    private static FileSpaceOptions options(FileSpaceInfo infoOrNull, FreeSpaceBackend backend) {
        FileSpaceInfo info = orDefault(infoOrNull);
        int pageSize = Math.toIntExact(info.pageSize());
        return FileSpaceOptions.defaults()
                .withStrategy(Strategy.values()[info.strategy().ordinal()])
                .withThreshold(Math.max(1, info.threshold()))
                .withPages(pageSize, Math.min(info.pageEndThreshold(), pageSize - 1))
                .withAggregators(0, 0)
                .withMetadataInRawData(true)
                .withBackendNamed(backend.label());
    }

    /**
     * The space of a new file. The superblock is allocated at address 0.
     *
     * @param infoOrNull the file space info of the new file, or null
     */
    public static FileSpace ofNewFile(FileSpaceInfo infoOrNull, FreeSpaceBackend backend, long superblockLength) {
        FileSpace space = new FileSpace(options(infoOrNull, backend), 0);
        space.allocate(AllocationType.SUPERBLOCK, superblockLength);
        return space;
    }

    /**
     * The space of an opened file, all of it in use. If a paged file does not end at a page boundary, for instance
     * because it was not closed, its last page is filled up with free bytes.
     *
     * @param infoOrNull the file space info of the file, or null
     * @param tracking whether all free space is tracked, even if the strategy tracks none, and below the threshold
     */
    public static FileSpace ofFile(
            FileSpaceInfo infoOrNull, FreeSpaceBackend backend, long endOfAllocation, boolean tracking) {
        FileSpaceOptions own = options(infoOrNull, backend);
        FileSpaceOptions options =
                !tracking ? own : own.strategy().tracks() ? own.withThreshold(1) : options(null, backend);
        if (options.strategy() != Strategy.PAGE || endOfAllocation % options.pageSize() == 0) {
            return new FileSpace(options, endOfAllocation);
        }
        long slack = options.pageSize() - endOfAllocation % options.pageSize();
        if (slack > Long.MAX_VALUE - endOfAllocation) {
            throw new IllegalArgumentException("with pages of %d bytes, the last page would end past 2^63-1: %d"
                    .formatted(options.pageSize(), endOfAllocation));
        }
        FileSpace space = new FileSpace(options, endOfAllocation + slack);
        space.load(FileSpaceInfo.SLOTS / 2 + 1, endOfAllocation, slack);
        return space;
    }

    /** The space of a read-only file, all of it in use. */
    public static FileSpace unmanaged(long endOfAllocation) {
        return new FileSpace(FileSpaceOptions.defaults().withAggregators(0, 0), endOfAllocation);
    }
}
