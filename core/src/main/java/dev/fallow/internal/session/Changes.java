package dev.fallow.internal.session;

import dev.fallow.ContainerException;
import dev.fallow.IncompleteChangeException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FormatException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.cache.StructureStore;
import dev.fallow.internal.census.Reclaim;
import dev.fallow.internal.census.SessionVerification;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ChangeInParts;
import dev.fallow.internal.shrink.Relocation;
import dev.fallow.internal.shrink.StateBefore;
import dev.fallow.internal.storage.Barrier;
import dev.fallow.internal.storage.ElementsNotWrittenException;
import dev.fallow.internal.storage.Memory;
import dev.fallow.internal.storage.Storage;
import dev.fallow.internal.storage.version.Version;
import dev.fallow.internal.storage.version.Versions;
import dev.fallow.internal.tree.Repacking;
import dev.fallow.report.FreeSection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;

/**
 * Makes the changes of a session in two steps, commits them, and rolls back one that failed half-way.
 */
final class Changes {
    /** If fewer bytes than this remain below the largest address that the file can express, a change and its commit may run out of addresses. */
    private static final long TIGHT_BYTES = 64L << 20;

    /** A commit is split if it would free this part of the bytes in use, and this number of bytes. */
    private static final int SPLIT_PART = 8;

    private static final long LEAST_SPLIT = 128 << 10;

    private final String name;
    private final Storage storage;
    private final WriteOut writeOut;
    private final Deletions deletions;
    private SessionState state;
    private final MemoryForChanges memory;
    /** Whether a change commits first if the file would otherwise become much longer. */
    private final boolean splitting;
    /** Rebuilds the state from the last commit; null if this is not possible. */
    private final SessionState.Source rebuilding;

    /** False only in the test that proves the quarantine is needed. */
    private final boolean quarantining;
    /** Held while a commit is written and while a snapshot is created. */
    private final ReentrantLock committing = new ReentrantLock();

    private boolean changed;
    /** Whether a change failed half-way. */
    private boolean broken;
    /** Whether a commit has been fully prepared in memory but not yet written successfully. */
    private volatile boolean prepared;

    /** @param deletions learns what was deleted or moved */
    Changes(SessionParts parts, Deletions deletions) {
        this.deletions = deletions;
        name = parts.name();
        storage = parts.storage();
        writeOut = parts.writeOut();
        state = parts.state();
        memory = new MemoryForChanges(parts.mostUncommittedBytes(), writeOut);
        splitting = parts.splitCommits();
        if (parts.trace() != null) {
            state.store().placeAtOnce();
        }
        rebuilding = parts.trace() == null ? parts.rebuilding() : null; // what a trace has recorded cannot be undone
        quarantining = storage.observes(Barrier.QUARANTINE);
        memory.isFor(state.store());
    }

    /** The state of the session. Replaced when a failed change is rolled back. */
    SessionState state() {
        return state;
    }

    Storage storage() {
        return storage;
    }

    /** The last superblock written. */
    AnySuperblock superblock() {
        return writeOut.superblock();
    }

    FileSpace space() {
        return state.store().space();
    }

    /** The exception that names the file for one that does not. */
    ContainerException failure(Exception cause) {
        return Failures.of(name, state.store().sizes(), cause);
    }

    /** Makes the first commit write a new container even if nothing was changed. */
    void markChanged() {
        changed = true;
    }

    /**
     * Checks that changes are accepted.
     *
     * @throws ContainerException if an earlier change or commit has failed
     */
    void checkAccepted() {
        checkWhole();
        checkCommitted();
    }

    /**
     * Runs a change in two steps. The first checks everything and changes nothing (I4); it returns the second, which
     * makes the change.
     */
    <T> T change(SessionOperation<SessionOperation<T>> check) throws IOException {
        deletions.changeBegins();
        if (memory.isShort() || isWorthCommitting(0) && space().grownBytes() > 0) {
            commit(false);
        }
        state.verification().beforeChange(writeOut.superblock());
        state.store().takeAnnouncedElements();
        SessionOperation<T> change = check.run();
        boolean tight = isTight();
        if (tight && changed) {
            commit(false); // if the change fails, no earlier change is lost
            change = check.run();
        }
        T result = make(change, !changed);
        if (tight) {
            commit(true); // running out of room for the commit fails the change itself
        }
        deletions.changeEnds();
        return result;
    }

    /** As {@link #change}, for a change without a result. */
    void apply(SessionOperation<Change> check) throws IOException {
        change(() -> {
            Change change = check.run();
            return () -> {
                change.apply();
                return null;
            };
        });
    }

    /**
     * As {@link #apply}, for a change that may be made in parts. Commits between them, unless addresses may not
     * suffice for the next part.
     */
    void applyInParts(SessionOperation<ChangeInParts> check) throws IOException {
        boolean shortAddresses = state.store().sizes().offsets() < Long.BYTES;
        LongPredicate enough = released -> !shortAddresses && isWorthCommitting(released);
        ChangeInParts rest = change(() -> {
            ChangeInParts all = check.run();
            return () -> all.apply(enough) ? all : null;
        });
        while (rest != null) {
            commit(false);
            ChangeInParts next = rest;
            rest = change(() -> () -> next.apply(enough) ? next : null);
        }
    }

    /**
     * Takes back untracked space, as a plan says.
     *
     * @return the runs of bytes that were taken back
     */
    List<FreeSection> reclaim(SessionOperation<Reclaim> plan) throws IOException {
        List<FreeSection> found = new ArrayList<>();
        Reclaim reclaim = change(() -> {
            Reclaim planned = plan.run();
            found.addAll(planned.found());
            return () -> {
                planned.carryOut();
                state.store().cache().dropClean();
                state.store().globalHeap().forgetReclaimed();
                return planned;
            };
        });
        while (!reclaim.heapObjects().isEmpty()) {
            apply(() -> reclaim.heapObjects().next()::run);
            state.store().cache().parkAndTrim();
        }
        return List.copyOf(found);
    }

    /**
     * Whether a commit would free so much space that it pays, if the file grows otherwise.
     *
     * @param more bytes that are to be released before the commit
     */
    private boolean isWorthCommitting(long more) {
        long released = space().quarantinedBytes() + more;
        if (!splitting || !changed || released < LEAST_SPLIT || !space().tracks()) {
            return false;
        }
        long live = space().endOfAllocation() - space().freeBytes() - released;
        return released >= Math.max(LEAST_SPLIT, live / SPLIT_PART);
    }

    /** Whether the file is so long that its addresses may not suffice for a change that has been checked. */
    private boolean isTight() {
        long needed = Memory.sum(TIGHT_BYTES, state.store().takeAnnouncedElements());
        return state.store().sizes().offsets() < Long.BYTES
                && space().endOfAllocation() > state.store().largestEnd() - needed;
    }

    /**
     * Makes a checked change. It has loaded all it needs and should not fail; if it does, it may be half done. An {@code ElementsNotWrittenException} is not such a failure: nothing is half done.
     *
     * @param alone whether there are no other changes since the last commit
     */
    private <T> T make(SessionOperation<T> change, boolean alone) throws IOException {
        state.verification().beforeChange(writeOut.superblock());
        writeOut.markOpen();
        try {
            beforeFirstChange();
            T result = change.run();
            space().shrink();
            if (!quarantining) {
                space().releaseQuarantine();
            }
            return result;
        } catch (ElementsNotWrittenException e) {
            space().shrink();
            if (alone) {
                undone();
            }
            throw e;
        } catch (IOException | RuntimeException | AssertionError | OutOfMemoryError | StackOverflowError e) {
            throw failed(e, alone);
        }
    }

    private void beforeFirstChange() throws IOException {
        if (!changed) {
            state.sections().withdraw();
            changed = true;
            state.sections().message().dropCacheImage();
        }
    }

    /**
     * Handles a change that failed half-way. If no other change would be lost, the container is rolled back to the last
     * commit; otherwise this session writes nothing more.
     */
    private ContainerException failed(Throwable cause, boolean alone) {
        ContainerException failure = Failures.of(name, state.store().sizes(), cause);
        if (alone && quarantining && rolledBack(failure)) {
            return failure;
        }
        broken = true;
        return new IncompleteChangeException(
                failure.getMessage()
                        + "; the change failed half-way, and no further changes are accepted or written."
                        + " Closing the container leaves it at the last commit",
                cause);
    }

    /**
     * Starts again from the last commit after the only change since then has been undone, so that closing writes nothing. If
     * that is not possible, the session goes on with what it has, which is the same content.
     */
    private void undone() {
        if (rebuilding == null || !quarantining) {
            return;
        }
        try {
            boolean stored = state.sections().isPersistent();
            FileSpace before = space();
            SessionVerification verified = state.verification();
            startAgain(false);
            state.verification().goOnFrom(verified);
            if (!stored) {
                keepFree(before);
            }
        } catch (IOException | ContainerException | FormatException e) {
            // the medium fails, or the file has been damaged meanwhile: the next operation will say so
        }
    }

    /** Rolls back to the last commit; returns whether this succeeded. */
    private boolean rolledBack(ContainerException failure) {
        if (rebuilding == null) {
            return false;
        }
        try {
            startAgain(false);
            return true;
        } catch (IOException | ContainerException | FormatException e) {
            failure.addSuppressed(e);
            return false;
        }
    }

    /**
     * Builds the state from the last commit. There must be no changes.
     *
     * @param tracking whether all free space is tracked, even if the strategy tracks none, and below the threshold
     */
    private void startAgain(boolean tracking) throws IOException {
        state = rebuilding.from(writeOut.superblock(), tracking);
        memory.isFor(state.store());
        writeOut.continueWith(state.store().cache(), space());
        space().protectCommitted();
        changed = false;
    }

    /** Whether {@link #restart} is possible: no trace is recorded. */
    boolean canRestart() {
        return rebuilding != null;
    }

    /** Whether no change and no commit has failed half-way. */
    boolean isWhole() {
        return !broken && !prepared;
    }

    /**
     * Commits, and starts again from this commit.
     *
     * @param tracking whether all free space is tracked from then on, even if the strategy tracks none, and below the threshold
     * @throws UnsupportedFeatureException if a trace is recorded
     */
    void restart(boolean tracking) throws IOException {
        if (!canRestart()) {
            throw new UnsupportedFeatureException(name + ": blocks cannot be moved while a trace is recorded");
        }
        checkAccepted();
        if (state.sections().message().cacheImage() != null) {
            make(() -> null, !changed); // nothing is planned around it
        }
        commit(false);
        goOn(tracking);
    }

    /** Starts again from the last commit, with the same free space, which the file may not store. */
    private void goOn(boolean tracking) throws IOException {
        FileSpace before = space();
        SessionVerification verified = state.verification();
        startAgain(tracking);
        state.verification().goOnFrom(verified);
        keepFree(before);
    }

    /** Takes the free space of a former state, which the file may not store. */
    private void keepFree(FileSpace before) {
        if (space().tracks()) {
            for (int slot : before.slots()) {
                before.sections(slot).forEach((address, size) -> {
                    if (space().inUse(address, size)) {
                        space().load(slot, address, size);
                    }
                });
            }
        }
    }

    /**
     * Makes a change that moves blocks, commits it, and starts again from this commit, with all free space tracked. If the
     * storage fails in the commit or after it, this session writes nothing more: a later commit would not know what was
     * moved, and handles would not either.
     */
    Relocation move(SessionOperation<Relocation> change) throws IOException {
        Relocation relocation = make(change, true);
        state.sections().placeAtEnd();
        try {
            commit(true, relocation);
            goOn(true);
        } catch (IOException e) {
            broken = true;
            writeOut.stop();
            throw e;
        }
        deletions.moved(relocation::translate);
        return relocation;
    }

    /**
     * Takes the file back to an earlier commit, in one commit that writes back what was overwritten since. There are no changes.
     * If the storage fails, this session writes nothing more.
     */
    void takeBack(StateBefore before) throws IOException {
        startAgain(true);
        try {
            before.commit(writeOut, state.store().cache());
            startAgain(true);
        } catch (IOException e) {
            broken = true;
            writeOut.stop();
            throw e;
        }
        before.load(space());
        deletions.moved(before::before);
    }

    private void checkWhole() {
        if (broken) {
            throw new IncompleteChangeException(
                    name + ": an earlier change failed half-way; no further changes are accepted or written."
                            + " Close and reopen the container to continue from the last commit");
        }
    }

    private void checkCommitted() {
        if (prepared) {
            throw new ContainerException(name
                    + ": the last flush failed; no change is accepted until a flush succeeds. The last commit is safe");
        }
    }

    /**
     * Commits the changes.
     *
     * @throws IncompleteChangeException if an earlier change has failed half-way
     */
    void commit() throws IOException {
        checkWhole();
        commit(false);
    }

    /** Moves the headers of new objects, before a commit that is made between operations. */
    void placeNewHeaders() throws IOException {
        if (!changed || broken || prepared) {
            return;
        }
        AddressTable moved = new AddressTable();
        try {
            state.store().newHeaderPlaces().move(moved, memory::makeRoom);
        } catch (RuntimeException | AssertionError | OutOfMemoryError | StackOverflowError e) {
            throw failed(e, false);
        } finally {
            if (moved.size() > 0) {
                deletions.moved(moved::valueOrSame);
            }
        }
    }

    /**
     * Commits the changes. If the storage fails, this can be called again, unless a force of the file has failed; no change
     * is accepted until it succeeds.
     *
     * @param alone whether there has been a single change since the last commit, which is rolled back if it cannot be
     * committed
     */
    private void commit(boolean alone) throws IOException {
        commit(alone, null);
    }

    /** @param moved what the change has moved; null for nothing */
    private void commit(boolean alone, Relocation moved) throws IOException {
        if (!changed) {
            return;
        }
        committing.lock();
        try {
            if (!prepared) {
                prepare(alone);
            }
            try {
                writeOut.write(CommitPreparation.superblock(state, writeOut.superblock(), moved));
            } catch (ContainerException | FormatException e) { // before anything was written
                prepared = false;
                throw failed(e, alone);
            }
            prepared = false;
        } finally {
            committing.unlock();
        }
        space().protectCommitted();
        state.store().newHeaderPlaces().committed();
        changed = false;
    }

    /**
     * The last committed state. May be called from any thread.
     *
     * @throws ContainerException if the last commit has failed
     */
    Version committed(Versions versions) throws IOException {
        committing.lock();
        try {
            checkCommitted();
            return versions.now();
        } finally {
            committing.unlock();
        }
    }

    /** Prepares the commit in memory. Quarantined space counts as free in it. */
    private void prepare(boolean alone) throws IOException {
        state.store().unplacedElements().placeAll(memory::makeRoom);
        CommitPreparation.load(state);
        try {
            CommitPreparation.settle(state);
        } catch (IOException | RuntimeException | AssertionError | OutOfMemoryError | StackOverflowError e) {
            throw failed(e, alone);
        }
        prepared = true;
    }

    /** If a commit has failed, commits it again, because no change is accepted before. */
    void commitPrepared() throws IOException {
        if (prepared) {
            commit(false);
        }
    }

    /**
     * Makes the last changes before {@link #finish}. If one fails, the file is left at the last commit.
     *
     * @param last not run if an earlier change has failed
     */
    void beforeFinish(Runnable last) throws IOException {
        if (broken) {
            return;
        }
        commitPrepared();
        try {
            last.run();
        } catch (ContainerException e) {
            try {
                writeOut.abandon();
            } catch (IOException other) {
                e.addSuppressed(other);
            }
            throw e;
        }
    }

    /**
     * Commits if possible, and removes the mark that blocks other programs, unless a force of the file has failed.
     *
     * @param afterCommit run between both
     */
    void finish(SessionOperation<Void> afterCommit) throws IOException {
        if (broken) {
            writeOut.abandon();
            throw new IncompleteChangeException(
                    name + ": an earlier change failed half-way; the file is at the last commit" + writeOut.left());
        }
        try {
            placeNewHeaders();
            repack();
            commit(false);
            if (!isTight()) {
                afterCommit.run();
            }
        } catch (IncompleteChangeException e) {
            writeOut.abandon();
            throw e;
        }
        writeOut.markClosed();
    }

    /** Rebuilds dense storage that lost links or attributes, if it becomes smaller, as part of the following commit. */
    private void repack() throws IOException {
        if (prepared || isTight()) {
            return; // a failed commit must be retried unchanged; or there may be no room for the rewrite
        }
        List<StructureStore.Displaced> plans = Repacking.plan(state.store());
        if (!plans.isEmpty()) {
            writeOut.markOpen();
            beforeFirstChange();
        }
        plans.forEach(state.store().structureStore()::moveBeforeWriting);
    }
}
