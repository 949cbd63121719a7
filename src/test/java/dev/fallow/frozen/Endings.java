package dev.fallow.frozen;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CreateOptions;
import dev.fallow.Entry;
import dev.fallow.FileFormat;
import dev.fallow.OpenOptions;
import dev.fallow.ShrinkOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/** What can be done with a whole file. */
final class Endings {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1_700_000_000));

    /**
     * With the time that object headers may have, and one thread for filters: with several, it depends on them whether a chunk or the
     * next one's objects in a global heap are allocated first.
     */
    static final OpenOptions EDIT = OpenOptions.defaults().withClock(CLOCK).withFilterThreads(1);

    /** The same for new files. */
    static final CreateOptions CREATE =
            CreateOptions.defaults().withClock(CLOCK).withFilterThreads(1);

    private static final long PASS = 3_000;
    private static final long MOST_MOVED = 5_000;

    private Endings() {}

    /**
     * Dumps it, shrinks it with the default options, twice, and otherwise, copies all its objects to other files, and deletes them.
     *
     * @param path for what needs a file
     * @param copies whether it is copied: elements in filtered chunks that refer to a heap are then encoded again, and what deflate
     *     makes of them depends on the version of zlib
     */
    static void of(byte[] file, RunRecord record, Path path, boolean copies) throws IOException {
        Looks.dump(file, path).forEach(line -> record.add(EventStream.DUMP, line));
        ShrinkOptions defaults = ShrinkOptions.defaults();
        byte[] shrunk = shrink(file, record, defaults);
        record.look(Looks.of(shrunk));
        shrink(shrunk, record, defaults);
        shrink(file, record, defaults.withRatio(1).withPassBytes(PASS));
        shrink(file, record, defaults.withRatio(1.1).withMostMoved(MOST_MOVED));
        for (FileFormat format : FileFormat.values()) {
            if (copies) {
                copy(file, record, format);
            }
        }
        byte[] empty = deleteHalf(file, record);
        record.look(Looks.of(empty));
        shrink(change(empty, record, "reclaimed", ContainerFile::reclaimUntracked), record, defaults);
        change(
                empty,
                record,
                "all deleted",
                opened -> opened.group("/").list().forEach(each -> attempt(record, () -> opened.delete(each.path()))));
    }

    /** Tries what is refused in many damaged files. */
    static void ofDamaged(byte[] file, RunRecord record) {
        shrink(file, record, ShrinkOptions.defaults());
        deleteHalf(file, record);
        change(file, record, "reclaimed", ContainerFile::reclaimUntracked);
    }

    private static byte[] shrink(byte[] file, RunRecord record, ShrinkOptions options) {
        return change(
                file,
                record,
                "shrunk to %s, %d bytes in a pass, %d in all"
                        .formatted(options.ratio(), options.passBytes(), options.mostMoved()),
                opened -> record.add(EventStream.DONE, opened.shrink(options).toString()));
    }

    private static void copy(byte[] file, RunRecord record, FileFormat format) {
        ContainerFile target =
                ContainerFile.createInMemory(CREATE.withFormat(format).withPersistFreeSpace(false));
        attempt(record, () -> {
            try (ContainerFile opened =
                    ContainerFile.openBytes(file, OpenOptions.defaults().withReadOnly(true))) {
                for (Entry each : opened.group("/").list()) {
                    attempt(record, () -> opened.copyTo(target, each.path(), each.path()));
                }
            }
        });
        target.close();
        record.commit(target.toByteArray(), "copied to " + format);
    }

    /** Deletes every second link of the root group. */
    private static byte[] deleteHalf(byte[] file, RunRecord record) {
        return change(file, record, "half of it deleted", opened -> {
            List<Entry> entries = opened.group("/").list();
            for (int i = 0; i < entries.size(); i += 2) {
                String path = entries.get(i).path();
                attempt(record, () -> opened.delete(path));
            }
        });
    }

    private static void attempt(RunRecord record, Runnable action) {
        try {
            action.run();
        } catch (ContainerException | IllegalArgumentException e) { // a damaged name cannot be given to a copy
            record.add(EventStream.DONE, "refused: " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    /** Opens a file, changes it, and closes it. Returns what it is then, and records it. A change may be refused. */
    static byte[] change(byte[] file, RunRecord record, String what, Consumer<ContainerFile> change) {
        byte[][] changed = {file};
        record.add(EventStream.DONE, what);
        attempt(record, () -> {
            ContainerFile opened = ContainerFile.openBytes(file, EDIT);
            try (opened) {
                attempt(record, () -> change.accept(opened));
            }
            changed[0] = opened.toByteArray();
        });
        record.commit(changed[0], what);
        return changed[0];
    }
}
