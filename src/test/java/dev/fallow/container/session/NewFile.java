package dev.fallow.container.session;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.SpaceSettings;
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
 * @param mostInList objects share messages through a table: the maximal number of messages in a list; -1 for no table
 */
public record NewFile(boolean latest, FileSpaceStrategy strategy, boolean persist, long pageSize, int mostInList) {
    private static final int NO_TABLE = -1;

    private NewFile(boolean latest, FileSpaceStrategy strategy, boolean persist, long pageSize) {
        this(latest, strategy, persist, pageSize, NO_TABLE);
    }

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

    /**
     * Returns kinds whose objects share messages: both formats, in lists and in B-trees. No list becomes a B-tree: libhdf5
     * then occasionally does not find a message in it.
     */
    public static List<NewFile> sharing() {
        List<NewFile> kinds = new ArrayList<>();
        for (boolean latest : new boolean[] {true, false}) {
            for (int mostInList : new int[] {5000, 0}) {
                kinds.add(new NewFile(latest, FileSpaceStrategy.FSM_AGGR, true, 4096, mostInList));
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
                .pageSize(pageSize)
                .shareMessages(mostInList);
    }

    /** Returns the options with which Fallow creates such a file, unless its objects share messages. */
    public CreateOptions ourOptions() {
        return CreateOptions.defaults()
                .withFormat(latest ? FileFormat.LATEST : FileFormat.EARLIEST)
                .withPersistFreeSpace(persist)
                .withSpace(SpaceSettings.defaults()
                        .withStrategy(dev.fallow.FileSpaceStrategy.valueOf(strategy.name()))
                        .withPageSize(pageSize));
    }

    /** Returns whether objects share messages. libhdf5 then tracks the creation order of all attributes. */
    public boolean shares() {
        return mostInList != NO_TABLE;
    }

    /** Creates an empty file; libhdf5 creates those whose objects share messages. */
    public void create(Path path, boolean ours) {
        if (ours && !shares()) {
            ContainerFile.create(path, ourOptions()).close();
        } else {
            ReferenceFile.create(path, options()).close();
        }
    }

    @Override
    public String toString() {
        return (latest ? "latest " : "earliest ")
                + strategy
                + (strategy == FileSpaceStrategy.PAGE ? " of " + pageSize : "")
                + (persist ? "" : ", forgetful")
                + (shares() ? ", shares messages, lists of " + mostInList : "");
    }
}
