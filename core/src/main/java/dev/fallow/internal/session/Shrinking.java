package dev.fallow.internal.session;

import dev.fallow.CorruptFileException;
import dev.fallow.ShrinkOptions;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FormatException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.file.NotInUseException;
import dev.fallow.internal.census.ByteAccount;
import dev.fallow.internal.census.LiveWalk;
import dev.fallow.internal.census.Reclaim;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.shrink.BlockLayout;
import dev.fallow.internal.shrink.MovePlan;
import dev.fallow.internal.shrink.Mover;
import dev.fallow.internal.shrink.Passes;
import dev.fallow.internal.shrink.Passes.Pass;
import dev.fallow.internal.shrink.Relocation;
import dev.fallow.internal.shrink.StateBefore;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.internal.storage.version.Versions;
import dev.fallow.report.ShrinkReport;
import dev.fallow.report.SpaceReport;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/** Shrinks the file of a session, in passes with a commit after each. */
final class Shrinking {
    private static final int MOST_HINDRANCES = 20;
    /** The superblock extension is moved so often, if it is in the way of what was moved before. */
    private static final int MOST_EXTENSIONS = 3;
    /** A plan may turn out worse than it was, because chunks that are compressed again get another size; then another one is made. */
    private static final int MOST_PLANS = 3;

    private static final String NOTHING_GAINED =
            "the blocks do not fit closer together: the file would have become longer, and is as it was";

    private final Changes changes;
    private final ShrinkOptions options;
    private final Supplier<Mover> movers;
    private Mover mover;
    private long wanted;
    /** Whether the passes follow a plan. */
    private boolean planned;

    private final long started = System.nanoTime();
    private long movedBytes;
    private int count;
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

    /** Shrinks the whole file. */
    Shrinking(Changes changes, ShrinkOptions options) {
        this(changes, options, Mover::new);
    }

    /** @param movers makes one that knows what may be moved, after the last commit */
    Shrinking(Changes changes, ShrinkOptions options, Supplier<Mover> movers) {
        this.changes = changes;
        this.options = options;
        this.movers = movers;
    }

    private FileSpace space() {
        return changes.space();
    }

    private ObjectStore store() {
        return changes.state().store();
    }

    private SectionPersistence sections() {
        return changes.state().sections();
    }

    private AnySuperblock superblock() {
        return changes.superblock();
    }

    private FileSpaceOptions spaceOptions() {
        return space().options();
    }

    private long length() throws IOException {
        return changes.storage().size();
    }

    private long free() {
        return space().freeBytes() + space().aggregatorBytes() + unlisted();
    }

    private long unlisted() {
        return sections().unlistedBytes();
    }

    /** Shrinks the file. The container has no uncommitted changes before and after. */
    ShrinkReport run() throws IOException {
        changes.restart(true);
        mover = movers.get();
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
        SectionPersistence sections = sections();
        sections.load();
        ByteAccount account = new ByteAccount(store(), sections, superblock());
        Reclaim finder = new Reclaim(store(), sections, superblock());
        LiveWalk walk = changes.state().verification().walk(superblock(), (address, size, label) -> {
            account.block(address, size, label);
            finder.add(address, size, label);
            mover.add(address, size, label);
        });
        SpaceReport found = account.report(walk, before, true);
        mover.walked(walk);
        long lost = before - found.liveBytes();
        if (found.findings().isEmpty()
                && (before <= found.liveBytes() * options.ratio()
                        || lost <= Passes.least(spaceOptions(), found.liveBytes()))) {
            return new ShrinkReport(
                    before,
                    before,
                    lost,
                    0,
                    0,
                    true,
                    false,
                    Passes.pages(lost, spaceOptions(), space().endOfAllocation()));
        }
        keep(before, lost);
        if (found.untrackedBytes() > 0 || !found.findings().isEmpty()) {
            reclaim(finder, walk);
        }
        if (Passes.isWorthMoving(lost, found.liveBytes(), spaceOptions())) {
            moveExtension();
        }
        Passes passes = newPasses();
        boolean complete = run(passes, before) || !hindrances.isEmpty();
        for (int i = 0;
                i < MOST_EXTENSIONS && complete && passes.isMuch(free(), spaceOptions()) && moveExtension();
                i++) {
            passes = newPasses();
            complete = run(passes, before) || !hindrances.isEmpty();
        }
        tidy(passes, before);
        placeLists(before);
        takeBackIfLonger(before);
        long left = takenBack ? freeBefore : free();
        if (takenBack) {
            hindrances = List.of(NOTHING_GAINED);
            refused = false;
        } else if (complete && hindrances.isEmpty()) {
            hindrances = passes.hindrances(left, spaceOptions(), space().endOfAllocation());
        }
        goOnAsBefore();
        return new ShrinkReport(before, length(), left, movedBytes, count, complete, refused, hindrances);
    }

    /** Ends the tracking of free space that the file does not track itself, unless a failure has ended the session. */
    private void goOnAsBefore() throws IOException {
        if (tracking && changes.isWhole()) {
            tracking = false;
            changes.restart(false);
        }
    }

    private Passes newPasses() {
        return new Passes(options.ratio(), options.ratio(), options.mostMoved());
    }

    /** Returns whether nothing more can be gained. */
    private boolean run(Passes passes, long before) throws IOException {
        Pass pass = next(passes);
        while (pass != null && isAllowed()) {
            make(pass, passes, before, Math.min(options.passBytes(), options.mostMoved() - movedBytes));
            pass = cancelled ? null : next(passes);
        }
        return !cancelled && passes.isDone();
    }

    /** A plan was made without the lists of free space, so it is carried out without them. */
    private Pass next(Passes passes) throws IOException {
        if (!hindrances.isEmpty()) {
            return null;
        }
        return passes.next(planned ? mover.withoutLists(space(), sections()) : mover.layout(space()));
    }

    /**
     * Remembers the last commit, if the file is not longer with it than before.
     *
     * @param free its free bytes, tracked or not
     */
    private void keep(long before, long free) throws IOException {
        if (length() > before || !(changes.storage() instanceof Versions versions)) {
            return;
        }
        if (notLonger != null) {
            notLonger.close();
            notLonger = null;
        }
        if (StateBefore.isKept(space())) {
            notLonger = new StateBefore(changes.committed(versions), superblock(), space());
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
    private void tidy(Passes passes, long before) throws IOException {
        passes.endWithLast();
        until(before, passes);
        if (notLonger == null) {
            until(before, new Passes(options.ratio()));
        }
    }

    private void until(long before, Passes passes) throws IOException {
        for (Pass pass = next(passes); pass != null && length() > before; pass = next(passes)) {
            make(pass, passes, before, options.passBytes());
        }
    }

    /** Commits once more, if the lists of free space are at the end of the file because of the last pass, or make it longer. */
    private void placeLists(long before) throws IOException {
        SectionPersistence sections = sections();
        if ((count > 0 || length() > before) && changes.isWhole() && sections.isPersistent()) {
            sections.endWithin(before - superblock().baseAddress());
            changes.change(() -> () -> null);
            changes.commit();
        }
    }

    /**
     * Shrinks a file whose free space is tracked as far as it is known, if a plan says that what it costs is in proportion to what is
     * gained.
     *
     * @param price the most bytes to copy for a byte gained
     * @param sliding whether blocks may slide
     * @return the number of bytes copied
     */
    long bounded(double price, boolean sliding) throws IOException {
        changes.restart(true);
        mover = movers.get();
        planned = true;
        try {
            long before = length();
            keep(before, free());
            mover.prepare(store(), sections(), superblock());
            if (!mover.hindrances().isEmpty()) {
                return 0;
            }
            for (int i = 0; i < MOST_PLANS && isTooLong(); i++) {
                long moved = movedBytes;
                carryOut(price, sliding, before);
                if (movedBytes == moved) {
                    break;
                }
            }
            placeLists(before);
            takeBackIfLonger(before);
            return movedBytes;
        } finally {
            end();
        }
    }

    /** Makes a plan, and carries it out: if it costs too much now, its first moves, as far as they gain something themselves. */
    private void carryOut(double price, boolean sliding, long before) throws IOException {
        MovePlan plan = plan(price, sliding);
        wanted = plan == null ? 0 : plan.cost();
        boolean affordable = wanted <= options.mostMoved() - movedBytes;
        if (plan != null && !affordable) {
            plan = plan(price, false);
        }
        if (plan == null) {
            return;
        }
        if (lists() > 0 && movedBytes == 0) {
            changes.move(() -> mover.nothing(store())); // the lists go to the end, and are in the way of nothing
            plan = plan(price, sliding && affordable);
        }
        if (plan != null) {
            run(plan.passes(), before);
            if (affordable) {
                tidy(plan.passes(), before);
            }
        }
    }

    private boolean isTooLong() {
        long end = space().endOfAllocation();
        return end > (end - free()) * options.ratio() && hindrances.isEmpty();
    }

    private MovePlan plan(double price, boolean sliding) throws IOException {
        BlockLayout layout = mover.withoutLists(space(), sections());
        long end = space().endOfAllocation();
        return MovePlan.choose(layout, lists(), end, options.ratio(), price, sliding, options.mostMoved() - movedBytes);
    }

    /** The bytes of the lists of free space. */
    private long lists() throws IOException {
        long[] lists = {0};
        sections().forEachBlock((address, size, label) -> lists[0] += size);
        return lists[0];
    }

    /** The bytes that the cheapest plan copies that makes the file as short as wanted. */
    long wantedBytes() {
        return wanted;
    }

    /** The datasets that could not be moved. */
    int unmovable() {
        return mover.unmovable();
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

    /** Takes back free space that is in no list; a file that is not understood, or damaged, is not changed. */
    private void reclaim(Reclaim finder, LiveWalk walk) throws IOException {
        try {
            changes.reclaim(() -> finder.find(walk));
            changes.commit();
        } catch (UnsupportedFeatureException
                | CorruptFileException
                | FormatException
                | NotInUseException
                | EOFException e) {
            hindrances = List.of(changes.failure(e).getMessage());
            refused = true;
        }
    }

    /** The superblock extension cannot be moved by a pass: each commit changes it. Returns whether it was moved. */
    private boolean moveExtension() throws IOException {
        Change move = hindrances.isEmpty() ? sections().message().moveDown() : null;
        if (move != null) {
            changes.apply(() -> move);
            changes.commit();
        }
        return move != null;
    }

    private void make(Pass pass, Passes passes, long before, long bytes) throws IOException {
        keep(before, free());
        SectionPersistence sections = sections();
        mover.prepare(store(), sections, superblock(), pass);
        if (!mover.hindrances().isEmpty()) {
            hindrances = mover.hindrances()
                    .subList(0, Math.min(MOST_HINDRANCES, mover.hindrances().size()));
            refused = true;
            return;
        }
        List<String> fixed = mover.fixed(mover.layout(space()), pass, MOST_HINDRANCES);
        long[] lists = {0};
        sections.forEachBlock((address, size, label) -> lists[0] += size);
        Relocation relocation = changes.move(() -> mover.move(store(), pass, lists[0], Math.max(1, bytes)));
        if (notLonger != null) {
            notLonger.moved(relocation);
        }
        relocation.record();
        long moved = relocation.bytes();
        passes.done(moved, fixed);
        movedBytes += moved;
        count += moved > 0 ? 1 : 0;
        cancelled = !options.progress().at(movedBytes, options.mostMoved());
    }
}
