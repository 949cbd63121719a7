package dev.fallow.internal;

import dev.fallow.CorruptFileException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.shrink.PassPlan;
import dev.fallow.internal.shrink.Relocation;
import dev.fallow.internal.shrink.ShrinkPass;
import dev.fallow.internal.shrink.ShrinkSteps;
import dev.fallow.options.ShrinkOptions;
import dev.fallow.report.ShrinkReport;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.util.List;

/** Shrinks the file of a session, in passes with a commit after each. */
final class Shrinking {
    private static final int MOST_HINDRANCES = 20;
    /** The superblock extension is moved so often, if it is in the way of what was moved before. */
    private static final int MOST_EXTENSIONS = 3;

    private final Session session;
    private final Changes changes;
    private final ShrinkOptions options;
    private final double slidingRatio;
    private final long started = System.nanoTime();
    private long movedBytes;
    private int passes;
    private boolean cancelled;
    private boolean tracking = true;
    private List<String> hindrances = List.of();

    Shrinking(Session session, Changes changes, ShrinkOptions options) {
        this(session, changes, options, options.ratio());
    }

    /** @param slidingRatio of the length to what the file has to contain, from which on blocks slide */
    Shrinking(Session session, Changes changes, ShrinkOptions options, double slidingRatio) {
        this.session = session;
        this.changes = changes;
        this.options = options;
        this.slidingRatio = slidingRatio;
    }

    private FileSpace space() {
        return session.space();
    }

    private long length() throws IOException {
        return session.storage().size();
    }

    private long free() {
        return space().freeBytes() + space().aggregatorBytes();
    }

    /** Shrinks the file. The container has no uncommitted changes before and after. */
    ShrinkReport run() throws IOException {
        changes.restart(true);
        try {
            return shrunk();
        } finally {
            goOnAsBefore();
        }
    }

    private ShrinkReport shrunk() throws IOException {
        long before = length();
        SpaceReport found = session.spaceOperations().spaceReport();
        long lost = before - found.liveBytes();
        if (found.findings().isEmpty()
                && (before <= found.liveBytes() * options.ratio()
                        || lost <= ShrinkSteps.least(space(), found.liveBytes()))) {
            return new ShrinkReport(before, before, lost, 0, 0, true, ShrinkSteps.pages(lost, space()));
        }
        if (found.untrackedBytes() > 0 || !found.findings().isEmpty()) {
            reclaim();
        }
        if (ShrinkSteps.isWorthMoving(lost, found.liveBytes(), space())) {
            moveExtension();
        }
        ShrinkSteps steps = newSteps();
        boolean complete = run(steps) || !hindrances.isEmpty();
        for (int i = 0; i < MOST_EXTENSIONS && complete && steps.isMuch(free(), space()) && moveExtension(); i++) {
            steps = newSteps();
            complete = run(steps) || !hindrances.isEmpty();
        }
        tidy(steps, before);
        placeLists();
        long left = free();
        if (complete && hindrances.isEmpty()) {
            hindrances = steps.hindrances(left, space());
        }
        goOnAsBefore();
        return new ShrinkReport(before, length(), left, movedBytes, passes, complete, hindrances);
    }

    /** Ends the tracking of free space that the file does not track itself, unless a failure has ended the session. */
    private void goOnAsBefore() throws IOException {
        if (tracking && changes.isWhole()) {
            tracking = false;
            changes.restart(false);
        }
    }

    private ShrinkSteps newSteps() {
        return new ShrinkSteps(options.ratio(), slidingRatio, options.mostMoved());
    }

    /** Returns whether nothing more can be gained. */
    private boolean run(ShrinkSteps steps) throws IOException {
        PassPlan plan = hindrances.isEmpty() ? steps.next(space()) : null;
        while (plan != null && isAllowed()) {
            pass(plan, steps);
            plan = cancelled || !hindrances.isEmpty() ? null : steps.next(space());
        }
        return !cancelled && steps.isDone();
    }

    /** If sliding was interrupted, moves the last blocks back, so that the file is not longer than before. */
    private void tidy(ShrinkSteps steps, long before) throws IOException {
        steps.endWithLast();
        PassPlan plan = hindrances.isEmpty() ? steps.next(space()) : null;
        while (plan != null && length() > before) {
            pass(plan, steps);
            plan = hindrances.isEmpty() ? steps.next(space()) : null;
        }
    }

    /** Commits once more, if the lists of free space are at the end of the file because of the last pass. */
    private void placeLists() throws IOException {
        if (passes > 0 && changes.isWhole() && changes.state().sections().isPersistent()) {
            changes.change(() -> () -> null);
            session.flush();
        }
    }

    /** Shrinks a file whose free space is tracked as far as it is known; returns the number of bytes copied. */
    long withoutReclaiming() throws IOException {
        changes.restart(true);
        try {
            long before = length();
            ShrinkSteps steps = newSteps();
            run(steps);
            tidy(steps, before);
            placeLists();
            return movedBytes;
        } finally {
            goOnAsBefore();
        }
    }

    private boolean isAllowed() {
        return movedBytes < options.mostMoved() && System.nanoTime() - started < nanos();
    }

    private long nanos() {
        try {
            return options.mostTime().toNanos();
        } catch (ArithmeticException longerThanThat) {
            return Long.MAX_VALUE;
        }
    }

    /** Finds free space that nobody tracks; a file that is not understood, or damaged, is not changed. */
    private void reclaim() throws IOException {
        try {
            session.spaceOperations().reclaimUntracked();
            session.flush();
        } catch (UnsupportedFeatureException | CorruptFileException e) {
            hindrances = List.of(e.getMessage());
        }
    }

    /** The superblock extension cannot be moved by a pass: each commit changes it. Returns whether it was moved. */
    private boolean moveExtension() throws IOException {
        Change move =
                hindrances.isEmpty() ? changes.state().sections().message().moveDown() : null;
        if (move != null) {
            changes.change(() -> () -> {
                move.apply();
                return null;
            });
            session.flush();
        }
        return move != null;
    }

    private void pass(PassPlan plan, ShrinkSteps steps) throws IOException {
        ShrinkPass pass = new ShrinkPass(session.store(), changes.state().sections(), session.superblock(), plan);
        if (!pass.hindrances().isEmpty()) {
            hindrances = pass.hindrances()
                    .subList(0, Math.min(MOST_HINDRANCES, pass.hindrances().size()));
            return;
        }
        long most = Math.max(1, Math.min(options.passBytes(), options.mostMoved() - movedBytes));
        Relocation relocation = changes.move(() -> pass.move(most));
        session.moved(relocation::translate);
        long moved = relocation.bytes();
        steps.done(moved, pass.fixed(MOST_HINDRANCES));
        movedBytes += moved;
        passes += moved > 0 ? 1 : 0;
        cancelled = !options.progress().at(movedBytes, options.mostMoved());
    }
}
