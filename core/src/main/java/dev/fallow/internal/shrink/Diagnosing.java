package dev.fallow.internal.shrink;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.internal.census.ByteAccount;
import dev.fallow.internal.census.LiveWalk;
import dev.fallow.internal.census.Reclaim;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.report.Diagnosis;
import dev.fallow.report.FreeSection;
import dev.fallow.report.ShrinkPlan;
import dev.fallow.report.SpaceItem;
import dev.fallow.report.SpaceReport;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Accounts for the bytes of a file, plans what shrinking would do, and finds what could be reclaimed, all in one walk. */
public final class Diagnosing {
    private Diagnosing() {}

    /**
     * Plans what shrinking would do, alone.
     *
     * @param fileBytes the length of the file, which must have no uncommitted changes
     * @throws UnsupportedFeatureException if the file has structures that are not understood or overlap: nothing could be moved
     */
    public static ShrinkPlan plan(
            ObjectStore store, SectionPersistence sections, AnySuperblock superblock, long fileBytes)
            throws IOException {
        ShrinkForecast forecast = new ShrinkForecast(store, sections, superblock, fileBytes);
        LiveWalk walk = new LiveWalk(store, sections, superblock, forecast::add);
        walk.walk();
        return forecast.plan(walk);
    }

    /**
     * Walks a file, which must have no uncommitted changes.
     *
     * @param superblock of the file
     * @param fileBytes the length of the file
     * @param writable whether it is open for editing
     * @param leastBytes nothing is planned if fewer bytes than these are free or lost, at least 1
     * @param items receives what the walk finds; null if nobody wants that
     */
    public static Diagnosis of(
            ObjectStore store,
            SectionPersistence sections,
            AnySuperblock superblock,
            long fileBytes,
            boolean writable,
            long leastBytes,
            Consumer<SpaceItem> items)
            throws IOException {
        sections.load();
        ByteAccount account = new ByteAccount(store, sections, superblock, items);
        ShrinkForecast forecast = new ShrinkForecast(store, sections, superblock, fileBytes);
        Reclaim finder = new Reclaim(store, sections, superblock);
        LiveWalk walk =
                new LiveWalk(store, sections, superblock, new AccountedBlocks(account, (address, size, label) -> {
                    forecast.add(address, size, label);
                    finder.add(address, size, label);
                }));
        walk.walk();
        SpaceReport space = account.report(walk, fileBytes, writable);
        ShrinkPlan nothing = new ShrinkPlan(space.fileBytes(), space.freeBytes() + space.untrackedBytes(), List.of());
        if (!space.findings().isEmpty() || nothing.freeBytes() < leastBytes) {
            return new Diagnosis(space, nothing, List.of(), Optional.empty());
        }
        try {
            ShrinkPlan plan = forecast.plan(walk);
            List<FreeSection> lost = space.untrackedBytes() > 0 && finder.isOfUse()
                    ? finder.find(walk).found()
                    : List.of();
            return new Diagnosis(space, plan, lost, Optional.empty());
        } catch (UnsupportedFeatureException e) {
            return new Diagnosis(space, nothing, List.of(), Optional.of(e.getMessage()));
        }
    }
}
