package dev.fallow.internal.check;

import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Findings;
import dev.fallow.internal.extent.Extents;
import dev.fallow.internal.space.LiveWalk;
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

    SecondWalk(OpenContainer container, Findings findings) {
        this.container = container;
        this.findings = findings;
    }

    void run() throws IOException {
        findings.attempt(Family.OTHER, 0, null, this::walk);
    }

    private void walk() throws IOException {
        container.sections().load();
        Extents claims = new Extents();
        LiveWalk walk = new LiveWalk(container.store(), container.sections(), container.superblock(), claims::add);
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
        for (FreeSection section : container.sections().sections()) {
            claims.add(section.address(), section.size(), section);
        }
        Untracked untracked = new Untracked();
        claims.sweep(container.store().space().endOfAllocation(), new Extents.Sweep() {
            @Override
            public void claimed(long address, long size, Object label) {
                // as expected
            }

            @Override
            public void unclaimed(long address, long size) {
                untracked.add(address, size);
            }

            @Override
            public void overlap(long address, long size, Object first, Object second) {
                findings.add(
                        FindingCode.SPACE_OVERLAP,
                        address,
                        null,
                        "%d bytes at address %d belong to two: %s, and %s".formatted(size, address, first, second));
            }
        });
        untracked.report(findings);
    }
}
