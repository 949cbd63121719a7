package dev.fallow.container.session;

import dev.fallow.ContainerFile;
import dev.fallow.options.CreateOptions;
import dev.fallow.options.FileFormat;
import dev.fallow.options.SpaceSettings;
import dev.fallow.oracle.FileSpaceStrategy;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A kind of file to create.
 *
 * @param latest whether objects are created in the latest format, otherwise in the earliest
 * @param strategy the file-space strategy
 * @param persist whether free space is persistent
 * @param pageSize the page size in bytes, used with {@link FileSpaceStrategy#PAGE} only
 */
public record NewFile(boolean latest, FileSpaceStrategy strategy, boolean persist, long pageSize) {
    /** Returns kinds with persistent free space: both formats, each without pages, with large and with small pages. */
    public static List<NewFile> persistent() {
        List<NewFile> kinds = new ArrayList<>();
        for (boolean latest : new boolean[] {true, false}) {
            kinds.add(new NewFile(latest, FileSpaceStrategy.FSM_AGGR, true, 4096));
            kinds.add(new NewFile(latest, FileSpaceStrategy.PAGE, true, 4096));
            kinds.add(new NewFile(latest, FileSpaceStrategy.PAGE, true, 512));
        }
        return kinds;
    }

    /**
     * Returns kinds without persistent free space: both formats, each strategy. The earliest format has superblock
     * version 0.
     */
    public static List<NewFile> forgetful() {
        List<NewFile> kinds = new ArrayList<>();
        for (boolean latest : new boolean[] {true, false}) {
            for (FileSpaceStrategy strategy : FileSpaceStrategy.values()) {
                kinds.add(new NewFile(latest, strategy, false, 1024));
            }
        }
        return kinds;
    }

    /** Returns the options with which libhdf5 creates and opens such a file. */
    public ReferenceOptions options() {
        return ReferenceOptions.defaults()
                .persist(persist)
                .bounds(latest ? FormatBound.LATEST : FormatBound.EARLIEST, FormatBound.LATEST)
                .strategy(strategy)
                .pageSize(pageSize);
    }

    /** Creates an empty file. */
    public void create(Path path, boolean ours) {
        if (ours) {
            ContainerFile.create(
                            path,
                            CreateOptions.defaults()
                                    .withFormat(latest ? FileFormat.LATEST : FileFormat.EARLIEST)
                                    .withPersistFreeSpace(persist)
                                    .withSpace(SpaceSettings.defaults()
                                            .withStrategy(dev.fallow.freespace.file.FileSpaceStrategy.valueOf(
                                                    strategy.name()))
                                            .withPageSize(pageSize)))
                    .close();
        } else {
            ReferenceFile.create(path, options()).close();
        }
    }

    @Override
    public String toString() {
        return (latest ? "latest " : "earliest ")
                + strategy
                + (strategy == FileSpaceStrategy.PAGE ? " of " + pageSize : "")
                + (persist ? "" : ", forgetful");
    }
}
