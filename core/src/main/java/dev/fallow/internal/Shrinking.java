package dev.fallow.internal;

import dev.fallow.CorruptFileException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.shrink.PassPlan;
import dev.fallow.internal.shrink.Relocation;
import dev.fallow.internal.shrink.ShrinkPass;
import dev.fallow.internal.shrink.ShrinkSteps;
import dev.fallow.internal.shrink.StateBefore;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.internal.storage.version.Versions;
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

    private static final String NOTHING_GAINED =
            "the blocks do not fit closer together: the file would have become longer, and is as it was";

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
    /** Whether these are damage, or structures that are not understood. */
    private boolean refused;

    /** The last commit with which the file is not longer than before; null in a large file. */
    private StateBefore notLonger;
    /** The free bytes with that commit, tracked or not. */
    private long freeBefore;

    private boolean takenBack;

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
        return space().freeBytes() + space().aggregatorBytes() + unlisted();
    }

    private long unlisted() {
        return changes.state().sections().unlistedBytes();
    }

    /** Shrinks the file. The container has no uncommitted changes before and after. */
    ShrinkReport run() throws IOException {
        changes.restart(true);
        try {
            return shrunk();
        } finally {
            end();
        }
    }

    private void end() throws IOException {
        if (notLonger != null) {
            notLonger.close();
        }
        goOnAsBefore();
    }

    private ShrinkReport shrunk() throws IOException {
        long before = length();
        SpaceReport found = session.spaceOperations().spaceReport();
        long lost = before - found.liveBytes();
        if (found.findings().isEmpty()
                && (before <= found.liveBytes() * options.ratio()
                        || lost <= ShrinkSteps.least(space(), found.liveBytes()))) {
            return new ShrinkReport(before, before, lost, 0, 0, true, false, ShrinkSteps.pages(lost, space()));
        }
        keep(before, lost);
        if (found.untrackedBytes() > 0 || !found.findings().isEmpty()) {
            reclaim();
        }
        if (ShrinkSteps.isWorthMoving(lost, found.liveBytes(), space())) {
            moveExtension();
        }
        ShrinkSteps steps = newSteps();
        boolean complete = run(steps, before) || !hindrances.isEmpty();
        for (int i = 0; i < MOST_EXTENSIONS && complete && steps.isMuch(free(), space()) && moveExtension(); i++) {
            steps = newSteps();
            complete = run(steps, before) || !hindrances.isEmpty();
        }
        tidy(steps, before);
        placeLists(before);
        takeBackIfLonger(before);
        long left = takenBack ? freeBefore : free();
        if (takenBack) {
            hindrances = List.of(NOTHING_GAINED);
            refused = false;
        } else if (complete && hindrances.isEmpty()) {
            hindrances = steps.hindrances(left, space());
        }
        goOnAsBefore();
        return new ShrinkReport(before, length(), left, movedBytes, passes, complete, refused, hindrances);
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
    private boolean run(ShrinkSteps steps, long before) throws IOException {
        PassPlan plan = hindrances.isEmpty() ? steps.next(space()) : null;
        while (plan != null && isAllowed()) {
            pass(plan, steps, before, Math.min(options.passBytes(), options.mostMoved() - movedBytes));
            plan = cancelled || !hindrances.isEmpty() ? null : steps.next(space());
        }
        return !cancelled && steps.isDone();
    }

    /**
     * Remembers the last commit, if the file is not longer with it than before.
     *
     * @param free its free bytes, tracked or not
     */
    private void keep(long before, long free) throws IOException {
        if (length() > before || !(session.storage() instanceof Versions versions)) {
            return;
        }
        if (notLonger != null) {
            notLonger.close();
            notLonger = null;
        }
        if (StateBefore.isKept(space())) {
            notLonger = new StateBefore(changes.committed(versions), session.superblock(), space());
            freeBefore = free;
        }
    }

    /**
     * Takes the file back, if it has become longer: by compressed chunks that refer to what was moved, or by blocks that fit no more.
     * The same if it is not shorter and its free space is tracked no longer because the lists do not fit into it.
     */
    private void takeBackIfLonger(long before) throws IOException {
        boolean listsLost = length() == before && unlisted() > 0;
        if ((length() > before || listsLost) && notLonger != null && changes.isWhole()) {
            changes.takeBack(notLonger);
            session.moved(notLonger::before);
            takenBack = true;
        }
    }

    /** Whether the file was taken back to what it was, because it would have become longer. */
    boolean isTakenBack() {
        return takenBack;
    }

    /**
     * If sliding was interrupted, moves the last blocks back, so that the file is not longer than before. Where that does not
     * suffice, a small file is taken back later, and in a large one sliding is completed.
     */
    private void tidy(ShrinkSteps steps, long before) throws IOException {
        steps.endWithLast();
        until(before, steps);
        if (notLonger == null) {
            until(before, new ShrinkSteps(options.ratio(), options.ratio(), Long.MAX_VALUE));
        }
    }

    private void until(long before, ShrinkSteps steps) throws IOException {
        PassPlan plan = hindrances.isEmpty() ? steps.next(space()) : null;
        while (plan != null && length() > before) {
            pass(plan, steps, before, options.passBytes());
            plan = hindrances.isEmpty() ? steps.next(space()) : null;
        }
    }

    /** Commits once more, if the lists of free space are at the end of the file because of the last pass, or make it longer. */
    private void placeLists(long before) throws IOException {
        SectionPersistence sections = changes.state().sections();
        if ((passes > 0 || length() > before) && changes.isWhole() && sections.isPersistent()) {
            sections.endWithin(before - session.superblock().baseAddress());
            changes.change(() -> () -> null);
            session.flush();
        }
    }

    /** Shrinks a file whose free space is tracked as far as it is known; returns the number of bytes copied. */
    long withoutReclaiming() throws IOException {
        changes.restart(true);
        try {
            long before = length();
            keep(before, free());
            ShrinkSteps steps = newSteps();
            run(steps, before);
            tidy(steps, before);
            placeLists(before);
            takeBackIfLonger(before);
            return movedBytes;
        } finally {
            end();
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
            refused = true;
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

    private void pass(PassPlan plan, ShrinkSteps steps, long before, long bytes) throws IOException {
        keep(before, free());
        ShrinkPass pass = new ShrinkPass(session.store(), changes.state().sections(), session.superblock(), plan);
        if (!pass.hindrances().isEmpty()) {
            hindrances = pass.hindrances()
                    .subList(0, Math.min(MOST_HINDRANCES, pass.hindrances().size()));
            refused = true;
            return;
        }
        Relocation relocation = changes.move(() -> pass.move(Math.max(1, bytes)));
        session.moved(relocation::translate);
        if (notLonger != null) {
            notLonger.moved(relocation);
        }
        long moved = relocation.bytes();
        steps.done(moved, pass.fixed(MOST_HINDRANCES));
        movedBytes += moved;
        passes += moved > 0 ? 1 : 0;
        cancelled = !options.progress().at(movedBytes, options.mostMoved());
    }
}
