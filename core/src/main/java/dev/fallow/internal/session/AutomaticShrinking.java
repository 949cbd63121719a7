package dev.fallow.internal.session;

import dev.fallow.ContainerException;
import dev.fallow.ShrinkOptions;
import dev.fallow.ShrinkPolicy;
import dev.fallow.format.FormatException;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.shrink.MovePlan;
import dev.fallow.internal.shrink.Mover;
import java.io.IOException;
import java.util.List;

/**
 * Shrinks the file of a session without being asked: after commits, as its policy says, and on closing, the chunks of the datasets that
 * have freed some. What is copied is in proportion to what is gained; {@link MovePlan} has the bounds.
 */
final class AutomaticShrinking {
    /** After an attempt that gained nothing, the next one waits until the file has grown, or free space has, by this part. */
    private static final int PART = 16;

    /** Closing may copy the bytes of this number of commits: what was saved is lost then. */
    private static final int COMMITS_OF_CLOSING = 4;

    /** Closing moves chunks if the file is longer than this multiple of its bytes in use. */
    private static final double CLOSING_RATIO = 1 + 1.0 / 16;

    /** The most bytes that closing copies for a byte gained, or for a byte of chunks freed. */
    private static final int CLOSING_PRICE = 4;

    private final Changes changes;
    private final ShrinkPolicy policy;
    /** Bytes that earlier commits were allowed to copy, and did not need. */
    private long saved;

    /** The bytes that the last attempt would have copied, if it was not allowed to. */
    private long wanted;

    private long tryFromEnd;
    private long tryFromFree;
    /** Whether the file is being shrunk, which makes commits as well. */
    private boolean running;

    private long movedBytes;
    private int unmovedDatasets;

    AutomaticShrinking(Changes changes, ShrinkPolicy policy) {
        this.changes = changes;
        this.policy = policy;
    }

    /** Shrinks the file if it is too long. There are no uncommitted changes. */
    void afterCommit() throws IOException {
        afterCommits(1);
    }

    private void afterCommits(int commits) throws IOException {
        if (running || !policy.isActive() || !changes.canRestart()) {
            return;
        }
        long allowed =
                policy.bytesPerCommit() > Long.MAX_VALUE / commits ? Long.MAX_VALUE : commits * policy.bytesPerCommit();
        long most = allowed > Long.MAX_VALUE - saved ? Long.MAX_VALUE : allowed + saved;
        long moved = shrink(most);
        // no plan copies more than twice the bytes in use
        saved = Math.max(0, Math.min(most - moved, 2 * changes.space().endOfAllocation()));
    }

    /** Returns the number of bytes copied. */
    private long shrink(long most) throws IOException {
        FileSpace space = changes.space();
        long free = space.freeBytes() + space.aggregatorBytes();
        long end = space.endOfAllocation();
        boolean waits = end < tryFromEnd && free < tryFromFree && (wanted == 0 || most < wanted);
        if (end <= (end - free) * policy.ratio() || waits) {
            return 0;
        }
        boolean sliding = end > (end - free) * slidingRatio();
        ShrinkOptions options =
                ShrinkOptions.defaults().withRatio(policy.ratio()).withMostMoved(most);
        Shrinking shrinking = new Shrinking(changes, options);
        long moved = run(() -> shrinking.bounded(MovePlan.price(policy.ratio()), sliding));
        movedBytes += moved;
        boolean inVain = moved == 0 || shrinking.isTakenBack();
        wanted = inVain && shrinking.wantedBytes() > most ? shrinking.wantedBytes() : 0;
        tryFromEnd = inVain ? end + end / PART : 0;
        tryFromFree = inVain ? free + free / PART : 0;
        return moved;
    }

    /** If the work is spread over commits, blocks slide when twice as much is free as the ratio allows: it costs half as much. */
    private double slidingRatio() {
        return policy.bytesPerCommit() == Long.MAX_VALUE ? policy.ratio() : 2 * policy.ratio() - 1;
    }

    /** Runs an operation whose commits do not shrink the file. */
    <T> T run(SessionOperation<T> operation) throws IOException {
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
            afterCommits(COMMITS_OF_CLOSING);
        }
    }

    /**
     * Moves the chunks of the datasets that have freed some in this session, and the blocks of their indexes. Rewritten chunks get new
     * space, because the last commit refers to the old one; if all are rewritten, the new ones are behind as much free space. There are no
     * uncommitted changes. Closing does not depend on it: what cannot be read or copied stays where it is.
     */
    void atClosing() throws IOException {
        long lost = changes.state().store().rewritten().lostBytes();
        List<Long> datasets = changes.state().store().rewritten().take();
        FileSpace space = changes.space();
        long free = space.freeBytes() + space.aggregatorBytes();
        long end = space.endOfAllocation();
        if (datasets.isEmpty() || end <= (end - free) * CLOSING_RATIO || !changes.canRestart()) {
            return;
        }
        long most = lost > Long.MAX_VALUE / CLOSING_PRICE ? Long.MAX_VALUE : lost * CLOSING_PRICE;
        ShrinkOptions options =
                ShrinkOptions.defaults().withRatio(CLOSING_RATIO).withMostMoved(most);
        Shrinking shrinking = new Shrinking(
                changes, options, () -> Mover.ofChunks(changes.state().store(), datasets));
        try {
            movedBytes += run(() -> shrinking.bounded(CLOSING_PRICE, true));
            unmovedDatasets = shrinking.unmovable();
        } catch (ContainerException | FormatException uncopied) {
            unmovedDatasets = datasets.size();
            if (!changes.isWhole()) {
                throw uncopied;
            }
        }
    }

    /** The bytes that have been moved. */
    long movedBytes() {
        return movedBytes;
    }

    /** The number of datasets that closing could not move. */
    int unmovedDatasets() {
        return unmovedDatasets;
    }
}
