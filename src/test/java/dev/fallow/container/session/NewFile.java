package dev.fallow.container.session;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.oracle.FileSpaceStrategy;
import dev.fallow.oracle.FormatBound;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The kinds of files that can be made with free space that outlives a session.
 *
 * @param latest whether objects are made in the latest format, otherwise in the earliest
 * @param strategy of the file
 * @param pageSize of use with {@link FileSpaceStrategy#PAGE}
 */
public record NewFile(boolean latest, FileSpaceStrategy strategy, long pageSize) {
    /** Both formats, each with sections of any size and with pages, large and small. */
    public static List<NewFile> all() {
        List<NewFile> kinds = new ArrayList<>();
        for (boolean latest : new boolean[] {true, false}) {
            kinds.add(new NewFile(latest, FileSpaceStrategy.FSM_AGGR, 4096));
        }
        return kinds;
    }

    /** What libhdf5 makes and opens such a file with. */
    public ReferenceOptions options() {
        return ReferenceOptions.persistent()
                .bounds(latest ? FormatBound.LATEST : FormatBound.EARLIEST, FormatBound.LATEST)
                .strategy(strategy)
                .pageSize(pageSize);
    }

    /** Makes an empty file. */
    public void create(Path path, boolean ours) {
        if (ours) {
            ContainerFile.create(
                            path, CreateOptions.defaults().withFormat(latest ? FileFormat.LATEST : FileFormat.EARLIEST))
                    .close();
        } else {
            ReferenceFile.create(path, options()).close();
        }
    }

    @Override
    public String toString() {
        return (latest ? "latest " : "earliest ")
                + strategy
                + (strategy == FileSpaceStrategy.PAGE ? " of " + pageSize : "");
    }
}
