package dev.fallow.internal.check;

import dev.fallow.internal.census.LiveWalk;
import dev.fallow.internal.census.OverlapOwners;
import dev.fallow.internal.census.UsedBytes;
import dev.fallow.internal.census.WalkFindings;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Findings;
import dev.fallow.report.FindingCode;
import dev.fallow.report.FreeSection;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The walk that edits rely on, for comparison: a file in which the check finds no error, but this walk does, is not sound. It
 * also knows best which bytes are untracked.
 */
final class SecondWalk {
    private final OpenContainer container;
    private final Findings findings;
    private LiveWalk walk;

    SecondWalk(OpenContainer container, Findings findings) {
        this.container = container;
        this.findings = findings;
    }

    void run() throws IOException {
        findings.attempt(Family.OTHER, 0, null, this::walk);
    }

    /** Whether the walk has found an object at an address. */
    boolean reached(long address) {
        return walk.reached(address);
    }

    private void walk() throws IOException {
        container.sections().load();
        UsedBytes used = new UsedBytes();
        walk = new LiveWalk(
                container.store(),
                container.sections(),
                container.superblock(),
                (address, size, label) -> used.add(address, size));
        List<String> all = walk.walk();
        Set<String> damage = new HashSet<>(walk.damage());
        for (String each : all) {
            if (each.startsWith("shared message 0x")) {
                findings.add(FindingCode.SOHM_COUNT, -1, null, each);
            } else if (damage.contains(each)) {
                findings.add(FindingCode.DAMAGED, -1, null, each);
            }
        }
        for (String each : container.sections().findings()) {
            findings.add(FindingCode.DAMAGED, -1, null, each);
        }
        List<FreeSection> free = container.sections().sections();
        free.forEach(section -> used.add(section.address(), section.size()));
        OverlapOwners owners = OverlapOwners.of(used, container.store(), container.sections(), container.superblock());
        free.forEach(section -> owners.add(section.address(), section.size(), section));
        owners.forEach((address, size, first, second) -> findings.add(
                FindingCode.SPACE_OVERLAP,
                address,
                null,
                WalkFindings.overlapping(address, size, first + ", and " + second)));
        Untracked untracked = new Untracked();
        used.forEachGap(container.store().space().endOfAllocation(), untracked::add);
        untracked.report(findings);
    }
}
