package dev.fallow.internal.space;

import dev.fallow.CreateOptions;
import dev.fallow.SpaceSettings;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.freespace.FreeSpaceFactory;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.file.FileSpaceStrategy;

/**
 * From what a file says of its space (the file space info message), and from the options of a new one, to the layer that
 * manages it. Aggregators are not used with any strategy, which is a setting that libhdf5 has too: every block lies where
 * the file is shortest, in a hole or at its exact end.
 */
public final class FileSpaceSetup {
    /** What a file without a message is like. */
    private static final FileSpaceInfo DEFAULT =
            FileSpaceInfo.of(FileSpaceInfo.Strategy.FSM_AGGR, false, 1, FileSpaceInfo.DEFAULT_PAGE_SIZE, 0);

    private FileSpaceSetup() {}

    /** What a new file says of its space; null if that is what a file without a message is like. */
    public static FileSpaceInfo infoOf(CreateOptions options) {
        SpaceSettings settings = options.space();
        FileSpaceInfo info = FileSpaceInfo.of(
                FileSpaceInfo.Strategy.values()[settings.strategy().number()],
                options.persistFreeSpace() && settings.strategy().tracks(),
                settings.threshold(),
                settings.pageSize(),
                0);
        return isDefault(info) ? null : info;
    }

    /** How a file manages its space that says this; or null, if it says nothing. */
    public static SpaceSettings settingsOf(FileSpaceInfo infoOrNull) {
        FileSpaceInfo info = orDefault(infoOrNull);
        return new SpaceSettings(
                FileSpaceStrategy.values()[info.strategy().ordinal()], Math.max(1, info.threshold()), info.pageSize());
    }

    /** Whether a file need not say this. */
    static boolean isDefault(FileSpaceInfo info) {
        return info.strategy() == DEFAULT.strategy()
                && !info.persistent()
                && info.threshold() == DEFAULT.threshold()
                && info.pageSize() == DEFAULT.pageSize()
                && info.pageEndThreshold() == DEFAULT.pageEndThreshold();
    }

    /** What a file says, or what one that says nothing is like. */
    static FileSpaceInfo orDefault(FileSpaceInfo infoOrNull) {
        return infoOrNull == null ? DEFAULT : infoOrNull;
    }

    private static FileSpaceOptions options(FileSpaceInfo infoOrNull, FreeSpaceFactory backend) {
        FileSpaceInfo info = orDefault(infoOrNull);
        int pageSize = Math.toIntExact(info.pageSize());
        return FileSpaceOptions.defaults()
                .withStrategy(FileSpaceStrategy.values()[info.strategy().ordinal()])
                .withThreshold(Math.max(1, info.threshold()))
                .withPages(pageSize, Math.min(info.pageEndThreshold(), pageSize - 1))
                .withAggregators(0, 0)
                .withMetadataInRawData(true)
                .withBackend(backend);
    }

    /**
     * The space of a file that is being made. The superblock has its place, at address 0.
     *
     * @param infoOrNull what it will say of its space, or null
     */
    public static FileSpace ofNewFile(FileSpaceInfo infoOrNull, FreeSpaceFactory backend, long superblockLength) {
        FileSpace space = new FileSpace(options(infoOrNull, backend), 0);
        space.allocate(AllocationType.SUPERBLOCK, superblockLength);
        return space;
    }

    /**
     * The space of a file that is opened, all of it in use. If a paged one does not end with a page, as one that was not
     * closed may not, its last page is filled up with free bytes.
     *
     * @param infoOrNull what it says of its space, or null
     */
    public static FileSpace ofFile(FileSpaceInfo infoOrNull, FreeSpaceFactory backend, long endOfAllocation) {
        FileSpaceOptions options = options(infoOrNull, backend);
        if (options.strategy() != FileSpaceStrategy.PAGE || endOfAllocation % options.pageSize() == 0) {
            return new FileSpace(options, endOfAllocation);
        }
        long slack = options.pageSize() - endOfAllocation % options.pageSize();
        if (slack > Long.MAX_VALUE - endOfAllocation) {
            throw new IllegalArgumentException("pages of %d bytes, of which the last would end past 2^63-1: %d"
                    .formatted(options.pageSize(), endOfAllocation));
        }
        FileSpace space = new FileSpace(options, endOfAllocation + slack);
        space.load(FileSpaceInfo.SLOTS / 2 + 1, endOfAllocation, slack);
        return space;
    }

    /** The space of a file in which nothing is to be allocated, all of it in use. */
    public static FileSpace unmanaged(long endOfAllocation) {
        return new FileSpace(FileSpaceOptions.defaults().withAggregators(0, 0), endOfAllocation);
    }
}
