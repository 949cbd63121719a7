package dev.fallow.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.Group;
import dev.fallow.container.session.Content;
import dev.fallow.container.session.Editor;
import dev.fallow.container.session.FallowEditor;
import dev.fallow.container.session.NewFile;
import dev.fallow.container.session.ReferenceEditor;
import dev.fallow.container.session.SpaceChecks;
import dev.fallow.oracle.FileSpaceStrategy;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.chunk.ChunkFilter;
import dev.fallow.oracle.chunk.Chunking;
import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.SpaceReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * After all objects of a large file are deleted, the file has at most 4 KiB, or with paged allocation as many pages as
 * an empty file; libhdf5 opens it, and can create objects in it.
 *
 * <p>{@code -Dfallow.objects=10000} runs the complete test:
 *
 * <pre>mvn -pl src/test -am verify -Dtest=DeleteEverythingTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dfallow.objects=10000</pre>
 */
@NeedsReference
class DeleteEverythingTest {
    private static final int OBJECTS = Integer.getInteger("fallow.objects", 1000);
    private static final int IN_A_GROUP = 7;
    private static final Content DATA = new Content(ReferenceType.int32(), List.of(30L), Collections.nCopies(30, 7L));

    private static final Content CHUNKED =
            new Content(ReferenceType.int32(), List.of(6L, 5L), Collections.nCopies(30, 7L));
    private static final List<Chunking> CHUNKS = List.of(
            chunking(List.of(6L, 5L), List.of(6L, 5L), false, ChunkFilter.DEFLATE),
            chunking(List.of(2L, 2L), List.of(9L, 5L), true),
            chunking(List.of(2L, 2L), List.of(9L, 5L), false, ChunkFilter.DEFLATE, ChunkFilter.FLETCHER32),
            chunking(List.of(2L, 2L), List.of(-1L, 5L), false),
            chunking(List.of(2L, 2L), List.of(6L, -1L), false, ChunkFilter.SHUFFLE, ChunkFilter.DEFLATE),
            chunking(List.of(1L, 2L), List.of(-1L, -1L), false, ChunkFilter.DEFLATE));

    private static Chunking chunking(List<Long> chunk, List<Long> most, boolean early, ChunkFilter... filters) {
        return new Chunking(chunk, most, List.of(filters), null, early, false);
    }

    @TempDir
    private Path folder;

    /** The distribution of the objects over groups. */
    enum Spread {
        /** All in the root group. */
        ONE_GROUP,
        /** A few in each group of a tree. */
        TREE
    }

    /** The objects. */
    enum Objects {
        /** Groups. */
        GROUPS,
        /** Contiguous datasets. */
        DATASETS,
        /** Datasets with one chunk, or with many and each kind of index. */
        CHUNKED_DATASETS
    }

    static List<Arguments> files() {
        List<Arguments> files = new ArrayList<>();
        for (NewFile kind : NewFile.persistent()) {
            for (Spread spread : kind.latest() ? List.of(Spread.TREE) : List.of(Spread.values())) {
                for (Objects objects : Objects.values()) {
                    if (kind.latest() && kind.strategy() == FileSpaceStrategy.FSM_AGGR) {
                        files.add(Arguments.of(kind, spread, objects, false));
                    }
                    files.add(Arguments.of(kind, spread, objects, true));
                }
            }
        }
        return files;
    }

    @ParameterizedTest
    @MethodSource("files")
    void nextToNothingRemains(NewFile kind, Spread spread, Objects objects, boolean ours) {
        Path path = folder.resolve("large.h5");
        kind.create(path, ours);
        try (Editor editor = ours ? new FallowEditor(path) : new ReferenceEditor(path, kind.options())) {
            fill(editor, spread, objects, "", OBJECTS);
        }
        long full = SpaceChecks.size(path);
        try (ContainerFile file = ContainerFile.open(path)) {
            Group root = file.root();
            root.names().forEach(root::delete);
        }
        SpaceReport report = SpaceChecks.check(path, "emptied");
        assertThat(report.untrackedBytes()).isZero();
        assertThat(report.fileBytes())
                .as("of %d bytes, with the sections %s", full, report.sections())
                .isLessThanOrEqualTo(most(kind));
        assertThat(Snapshot.of(path)).containsOnlyKeys("/");
        try (ReferenceFile file = ReferenceFile.open(path, true, kind.options())) {
            file.createGroup("/new");
            file.createDataset("/new/data", ReferenceType.int32(), new long[] {3}, new int[] {1, 2, 3});
        }
        assertThat(SpaceChecks.check(path, "begun anew").findings()).isEmpty();
        assertThat(Snapshot.of(path)).containsOnlyKeys("/", "/new", "/new/data");
    }

    /**
     * The largest permitted file length; with paged allocation one page each for the superblock with its extension, for
     * metadata and for the free-space managers.
     */
    private static long most(NewFile kind) {
        return kind.strategy() == FileSpaceStrategy.PAGE ? Math.max(4096, 3 * kind.pageSize()) : 4096;
    }

    private static void fill(Editor editor, Spread spread, Objects objects, String prefix, int count) {
        if (spread == Spread.TREE && count > IN_A_GROUP) {
            for (int i = 0; i < IN_A_GROUP; i++) {
                editor.createGroup(prefix + "/g" + i, false);
                int share = count / IN_A_GROUP + (i < count % IN_A_GROUP ? 1 : 0);
                fill(editor, spread, objects, prefix + "/g" + i, share);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            String path = prefix + "/o" + i;
            switch (objects) {
                case GROUPS -> editor.createGroup(path, false);
                case DATASETS -> editor.createDataset(path, DATA, false);
                case CHUNKED_DATASETS -> editor.createChunked(path, CHUNKED, CHUNKS.get(i % CHUNKS.size()), true);
            }
        }
    }
}
