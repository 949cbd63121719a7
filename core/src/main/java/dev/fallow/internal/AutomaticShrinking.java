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

    /** The commits whose bytes can be saved up. */
    private static final int MOST_SAVED = 16;

    private final Session session;
    private final Changes changes;
    private final ShrinkPolicy policy;
    /** Bytes that earlier commits were allowed to copy, and did not need. */
    private long saved;

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
        long most = policy.bytesPerCommit() > Long.MAX_VALUE - saved ? Long.MAX_VALUE : policy.bytesPerCommit() + saved;
        long moved = shrink(most);
        saved = Math.max(
                0,
                Math.min(
                        most - moved,
                        Math.min(most, MOST_SAVED * Math.min(policy.bytesPerCommit(), Long.MAX_VALUE / MOST_SAVED))));
    }

    /** Returns the number of bytes copied. */
    private long shrink(long most) throws IOException {
        FileSpace space = session.space();
        long free = space.freeBytes() + space.aggregatorBytes();
        long end = space.endOfAllocation();
        if (end <= (end - free) * policy.ratio() || end < tryFromEnd && free < tryFromFree) {
            return 0;
        }
        ShrinkOptions options =
                ShrinkOptions.defaults().withRatio(policy.ratio()).withMostMoved(most);
        Shrinking shrinking = new Shrinking(session, changes, options, 2 * policy.ratio() - 1);
        long moved = run(shrinking::withoutReclaiming);
        boolean inVain = moved == 0 || shrinking.isTakenBack();
        tryFromEnd = inVain ? end + end / PART : 0;
        tryFromFree = inVain ? free + free / PART : 0;
        return moved;
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

    /** Commits, and shrinks the file, unless an earlier change has failed. */
    void beforeClosing() throws IOException {
        if (policy.isActive() && changes.canRestart() && changes.isWhole()) {
            changes.commit();
            afterCommit();
        }
    }
}
