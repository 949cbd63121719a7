package dev.fallow.frozen;

import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.FileFormat;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.SpaceSettings;
import dev.fallow.container.session.NewFile;
import dev.fallow.oracle.chunk.ChunkFilter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A kind of file for random sessions: those of {@code RandomSessionsTest}, also with small pages, and some with a threshold.
 *
 * @param start the bytes to begin with
 * @param filters those of chunked datasets, of which half of the edits are; null for none
 */
record Kind(String name, byte[] start, Set<ChunkFilter> filters) {
    private static final Set<ChunkFilter> ALL = EnumSet.allOf(ChunkFilter.class);

    /** Strategies, persistence, pages and formats; each without and with chunked datasets. */
    static List<Kind> all() {
        List<Kind> kinds = new ArrayList<>();
        List<NewFile> files = new ArrayList<>(NewFile.persistent());
        files.addAll(NewFile.forgetful());
        for (NewFile file : files) {
            byte[] start = create(file.ourOptions());
            kinds.add(new Kind(file.toString(), start, null));
            kinds.add(new Kind(file + ", chunked", start, ALL));
        }
        for (FileFormat format : FileFormat.values()) {
            SpaceSettings fewer = SpaceSettings.defaults().withThreshold(64);
            CreateOptions options = CreateOptions.defaults().withFormat(format);
            kinds.add(new Kind(format + ", threshold of 64, chunked", create(options.withSpace(fewer)), ALL));
            SpaceSettings pages = fewer.withStrategy(FileSpaceStrategy.PAGE).withPageSize(1024);
            kinds.add(
                    new Kind(format + ", pages of 1024 and a threshold of 64", create(options.withSpace(pages)), null));
        }
        return kinds;
    }

    private static byte[] create(CreateOptions options) {
        ContainerFile file = ContainerFile.createInMemory(options);
        file.close();
        return file.toByteArray();
    }

    /** Not how its bytes are printed. */
    @Override
    public String toString() {
        return name;
    }
}
