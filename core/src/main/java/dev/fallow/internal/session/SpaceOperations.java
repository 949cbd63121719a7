package dev.fallow.internal.session;

import dev.fallow.CheckOptions;
import dev.fallow.ShrinkOptions;
import dev.fallow.SpaceSettings;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.census.ByteAccount;
import dev.fallow.internal.census.Reclaim;
import dev.fallow.internal.check.FileCheck;
import dev.fallow.internal.check.FileCheck.OpenContainer;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.shrink.Diagnosing;
import dev.fallow.internal.space.FileSpaceSetup;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.internal.space.SuperblockUpgrade;
import dev.fallow.report.CheckReport;
import dev.fallow.report.ContainerInfo;
import dev.fallow.report.Diagnosis;
import dev.fallow.report.FreeSection;
import dev.fallow.report.ShrinkPlan;
import dev.fallow.report.ShrinkReport;
import dev.fallow.report.SpaceBreakdown;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceReport;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/** The space of an open container: what it is used for, reclaiming it, and whether its free sections persist. */
public final class SpaceOperations {
    private final Session session;

    /** Operations on a session's container. */
    public SpaceOperations(Session session) {
        this.session = session;
    }

    private ObjectStore store() {
        return session.store();
    }

    private SectionPersistence sections() {
        return session.state().sections();
    }

    /** Bytes up to the end of allocation, including the user block. */
    public long allocatedBytes() {
        return session.reading(
                () -> session.superblock().baseAddress() + session.space().endOfAllocation());
    }

    /** Bytes in the sections that the managers track. */
    public long freeBytes() {
        return session.reading(() -> session.space().freeBytes());
    }

    /** Accounts for every byte of the file. */
    public SpaceReport spaceReport() {
        return session.reading(() -> new ByteAccount(store(), sections(), session.superblock())
                .report(session.storage().size(), !session.isReadOnly()));
    }

    /** Accounts for every byte of the file by its use. */
    public SpaceBreakdown breakdown(Consumer<SpaceItem> items) {
        session.learnt(); // of items
        return session.reading(() -> new ByteAccount(store(), sections(), session.superblock(), items)
                .breakdown(session.storage().size(), !session.isReadOnly()));
    }

    /** Commits, then reclaims untracked space; the next commit stores the result. Returns the reclaimed runs. */
    public List<FreeSection> reclaimUntracked() {
        session.flush();
        return session.editing(
                changes -> changes.reclaim(() -> Reclaim.plan(store(), sections(), session.superblock())));
    }

    /** The runs that {@link #reclaimUntracked} would reclaim. Commits, but changes nothing. */
    public List<FreeSection> reclaimable() {
        session.flush();
        return session.reading(
                () -> Reclaim.plan(store(), sections(), session.superblock()).found());
    }

    /** Checks every structure of the last commit. Commits, but changes nothing. */
    public CheckReport check(CheckOptions options) {
        session.flush();
        return session.reading(() -> {
            OpenContainer opened = new OpenContainer(store(), sections(), session.superblock(), !session.isReadOnly());
            return FileCheck.of(session.storage(), session.name(), opened, null, options);
        });
    }

    /**
     * Repairs link counts, lists of free sections and the free bytes of fractal heaps that the verification has found, and commits.
     * Nothing else may be wrong.
     *
     * @param counts whether to set all link counts to the number of links found
     */
    public void repair(boolean counts) {
        // any change drops the lists, and the commit writes them and the superblock again
        session.change(() -> {
            OpenContainer opened = new OpenContainer(store(), sections(), session.superblock(), true);
            AddressTable wrong =
                    counts ? FileCheck.wrongLinkCounts(session.storage(), session.name(), opened) : new AddressTable();
            return () -> {
                for (int i = 0; i < wrong.size(); i++) {
                    store().header(wrong.address(i)).setLinkCount(wrong.value(i));
                }
                store().correctHeaps();
            };
        });
        session.flush();
    }

    /** Makes the file shorter. Commits before and after, also if the application ends it. */
    public ShrinkReport shrink(ShrinkOptions options) {
        boolean[] cancelled = {false};
        ShrinkReport report = session.shrink(options.withProgress((done, total) -> {
            cancelled[0] |= !options.progress().at(done, total);
            return !cancelled[0];
        }));
        if (cancelled[0]) {
            throw new CancellationException("%s: cancelled by the application; %d bytes were returned in %d passes"
                    .formatted(session.name(), report.returnedBytes(), report.passes()));
        }
        return report;
    }

    /** Estimates what {@link #shrink} would cost. Commits, but changes nothing. */
    public ShrinkPlan shrinkPlan() {
        session.flush();
        return session.reading(() -> Diagnosing.plan(
                store(), sections(), session.superblock(), session.storage().size()));
    }

    /**
     * Accounts for every byte, and says what could be gained. Commits, but changes nothing.
     *
     * @param leastBytes nothing is planned if fewer bytes than these are free or lost
     * @param items receives what the walk finds; null if nobody wants that
     */
    public Diagnosis diagnosis(long leastBytes, Consumer<SpaceItem> items) {
        session.flush();
        return session.reading(() -> Diagnosing.of(
                store(),
                sections(),
                session.superblock(),
                session.storage().size(),
                !session.isReadOnly(),
                leastBytes,
                items));
    }

    /** The superblock fields and the file-space settings. */
    public ContainerInfo info() {
        return session.reading(() -> {
            AnySuperblock superblock = session.superblock();
            return new ContainerInfo(
                    superblock.version(),
                    superblock.sizes().offsets(),
                    superblock.sizes().lengths(),
                    superblock.flags(),
                    superblock.baseAddress(),
                    superblock.baseAddress() + session.space().endOfAllocation(),
                    FileSpaceSetup.settingsOf(sections().message().info()),
                    sections().isPersistent());
        });
    }

    /** Replaces a superblock of version 0 or 1. Commits before and after. Returns the version of the superblock before. */
    public int upgrade() {
        session.flush();
        AnySuperblock last = session.superblock();
        if (last instanceof SuperblockV0 old) {
            session.change(() -> SuperblockUpgrade.plan(store(), sections().message(), old));
            session.flush();
            session.change(() ->
                    SuperblockUpgrade.release(store(), session.superblock().encodedLength(), old.encodedLength()));
            session.flush();
        }
        return last.version();
    }

    /** Sets whether the file persists its free space. */
    public void setPersistFreeSpace(boolean persistent) {
        ContainerInfo info = info();
        if (persistent && !info.sizesAllowPersistence()) {
            throw new UnsupportedFeatureException(
                    "%s: the superblock has lengths of %d bytes; free space is persisted only with lengths of 8 bytes, because libhdf5 does not open such a file again"
                            .formatted(session.name(), info.sizeOfLengths()));
        }
        session.change(
                () -> sections().persistence(persistent, session.superblock().version()));
    }

    /** Changes the file-space settings from the next session on. */
    public void setSpaceSettings(SpaceSettings settings) {
        session.change(() -> sections().settings(settings, session.superblock().version()));
    }

    /** Whether the file persists its free space. */
    public boolean persistsFreeSpace() {
        return session.reading(() -> sections().isPersistent());
    }
}
