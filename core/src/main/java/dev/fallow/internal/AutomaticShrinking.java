package dev.fallow.internal;

import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.Session.Operation;
import dev.fallow.options.ShrinkOptions;
import dev.fallow.options.ShrinkPolicy;
import java.io.IOException;

/** Shrinks the file of a session after commits, as its policy says. */
final class AutomaticShrinking {
    /** After an attempt in vain, the next one waits until the file has grown, or free space has, by this part. */
    private static final int PART = 16;

    private final Session session;
    private final Changes changes;
    private final ShrinkPolicy policy;
    private long tryFromEnd;
    private long tryFromFree;
    /** Whether the file is being shrunk, which makes commits as well. */
    private boolean running;

    AutomaticShrinking(Session session, Changes changes, ShrinkPolicy policy) {
        this.session = session;
        this.changes = changes;
        this.policy = policy;
    }

    /** Shrinks the file if it is too long. There are no uncommitted changes. */
    void afterCommit() throws IOException {
        if (running || !policy.isActive() || !changes.canRestart()) {
            return;
        }
        FileSpace space = session.space();
        long free = space.freeBytes() + space.aggregatorBytes();
        long end = space.endOfAllocation();
        if (end <= (end - free) * policy.ratio() || end < tryFromEnd && free < tryFromFree) {
            return;
        }
        long moved = run(() -> new Shrinking(session, changes, options()).withoutReclaiming());
        tryFromEnd = moved > 0 ? 0 : end + end / PART;
        tryFromFree = moved > 0 ? 0 : free + free / PART;
    }

    /** Runs an operation whose commits do not shrink the file. */
    <T> T run(Operation<T> operation) throws IOException {
        running = true;
        try {
            return operation.run();
        } finally {
            running = false;
        }
    }

    private ShrinkOptions options() {
        return ShrinkOptions.defaults().withRatio(policy.ratio()).withMostMoved(policy.bytesPerCommit());
    }

    /** Commits, and shrinks the file, unless an earlier change has failed. */
    void beforeClosing() throws IOException {
        if (policy.isActive() && changes.canRestart() && changes.isWhole()) {
            changes.commit();
            afterCommit();
        }
    }
}
