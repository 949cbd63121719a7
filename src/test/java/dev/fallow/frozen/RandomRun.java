package dev.fallow.frozen;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.FreeSpaceBackend;
import dev.fallow.OpenOptions;
import dev.fallow.ShrinkOptions;
import dev.fallow.ShrinkPolicy;
import dev.fallow.container.session.Edit;
import dev.fallow.container.session.Editor;
import dev.fallow.container.session.FallowEditor;
import dev.fallow.container.session.Model;
import dev.fallow.container.session.RandomEdits;
import dev.fallow.filter.Filters;
import dev.fallow.report.ContainerInfo;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Consumer;

/** Random sessions of Fallow alone on one file in memory, as those of {@code SessionRun}. */
final class RandomRun {
    private static final int STEPS = 80;
    private static final int LINKS = 60;
    /** One in so many edits is followed by a flush. */
    private static final int FLUSH = 25;

    private final RunRecord record;
    private final Random random;
    /** Chooses what happens between sessions, so that the edits of a seed do not depend on it. */
    private final Random between;

    private final Model model = new Model(false);
    private final RandomEdits edits;
    private byte[] bytes;

    RandomRun(Kind kind, long seed, RunRecord record) {
        this.record = record;
        random = new Random(seed * 1_000_003 + kind.name().hashCode());
        between = new Random(seed * 1_000_033 + kind.name().hashCode());
        edits = new RandomEdits(random, model, LINKS, kind.filters());
        bytes = kind.start();
        model.setInherits(true);
    }

    /** @param path for what needs a file */
    void run(Path path) throws java.io.IOException {
        record.commit(bytes, "created");
        int step = 0;
        int sessions = 0;
        while (step < STEPS) {
            change();
            int count = Math.min(STEPS - step, 1 + random.nextInt(random.nextInt(4) == 0 ? 60 : 15));
            session(count);
            if (++sessions % 2 == 0) {
                record.look(Looks.of(bytes));
            }
            step += count;
        }
        Endings.of(bytes, record, path, true);
    }

    private void session(int count) {
        ContainerFile file = ContainerFile.openBytes(bytes, options());
        try (FallowEditor editor = new FallowEditor(file, Filters.lzf())) {
            for (int i = 0; i < count; i++) {
                make(edits.next(editor), editor);
                if (random.nextInt(FLUSH) == 0) {
                    editor.flush();
                    record.commit(file.toByteArray(), "flushed");
                }
            }
        }
        bytes = file.toByteArray();
        record.commit(bytes, "closed");
    }

    private void make(Edit edit, Editor editor) {
        try {
            edit.on(editor);
        } catch (ContainerException e) {
            record.add(EventStream.DONE, edit + " is refused: " + e.getMessage());
            return;
        }
        record.add(EventStream.DONE, edit.toString());
        edit.on(model);
    }

    /** Chooses what a session can choose without another result in what is read. */
    private OpenOptions options() {
        OpenOptions options = Endings.EDIT;
        if (random.nextInt(3) == 0) {
            options = options.withCacheBytes(random.nextInt(20_000));
        }
        if (random.nextInt(3) == 0) {
            FreeSpaceBackend[] backends = FreeSpaceBackend.values();
            options = options.withBackend(backends[random.nextInt(backends.length)]);
        }
        options = options.withTimes(between.nextInt(4) == 0).withRepacking(between.nextInt(4) > 0);
        if (between.nextInt(6) == 0) {
            options = options.withUncommittedBytes(between.nextInt(10_000));
        }
        if (between.nextInt(6) == 0) {
            options = options.withShrinking(new ShrinkPolicy(1 + between.nextDouble(), 1 + between.nextInt(20_000)));
        }
        return options;
    }

    /** Changes the file as a whole, in every third pause between sessions. */
    private void change() {
        switch (between.nextInt(20)) {
            case 0, 1 ->
                change(
                        "reclaim",
                        file -> file.reclaimUntracked()
                                .forEach(run -> record.add(EventStream.DONE, "reclaimed " + run)));
            case 2 -> shrink(ShrinkOptions.defaults());
            case 3 -> shrink(ShrinkOptions.defaults().withRatio(1).withPassBytes(1 + between.nextInt(5_000)));
            case 4 -> shrink(ShrinkOptions.defaults().withRatio(1.1).withMostMoved(between.nextInt(20_000)));
            case 5 -> change("persistence", file -> file.setPersistFreeSpace(!file.persistsFreeSpace()));
            case 6 -> change("upgrade", file -> record.add(EventStream.DONE, "superblock before: " + file.upgrade()));
            case 7 -> {
                long threshold = 1L << between.nextInt(7);
                change("threshold of " + threshold, file -> {
                    ContainerInfo info = file.info();
                    file.setSpaceSettings(info.space().withThreshold(threshold));
                });
                change("persistence again", file -> file.setPersistFreeSpace(true));
            }
            default -> {
                // edits only
            }
        }
    }

    private void shrink(ShrinkOptions options) {
        change(
                "shrink",
                file -> record.add(EventStream.DONE, file.shrink(options).toString()));
    }

    private void change(String what, Consumer<ContainerFile> change) {
        bytes = Endings.change(bytes, record, what, change);
    }
}
