package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.internal.census.LiveLabel;
import dev.fallow.internal.census.OverlapOwners;
import dev.fallow.internal.census.UsedBytes;
import dev.fallow.internal.check.structure.Claimed;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Findings;
import dev.fallow.internal.check.structure.ManagerCheck;
import dev.fallow.report.FindingCode;
import dev.fallow.report.FreeSection;
import java.io.IOException;

/** Compares the blocks found with each other and with the free sections of the file. */
final class SpaceCheck {

    private final Context context;

    /** A free section, as a label. */
    private record Free(int slot) {
        @Override
        public String toString() {
            return "free space of slot " + slot;
        }
    }

    SpaceCheck(Context context) {
        this.context = context;
    }

    /**
     * Checks the managers of the file.
     *
     * @param info null if the file has no managers
     */
    void sections(FileSpaceInfo info) throws IOException {
        for (int slot = 1; info != null && info.persistent() && slot <= FileSpaceInfo.SLOTS; slot++) {
            long address = info.manager(slot);
            if (address != Addresses.UNDEFINED) {
                Free label = new Free(slot);
                context.findings().attempt(Family.FREE_SPACE, address, null, () -> manager(address, label));
            }
        }
    }

    private void manager(long address, Free label) throws IOException {
        ManagerCheck manager = new ManagerCheck(context, null);
        SectionList list = manager.read(address, FreeSpaceHeader.FILE);
        for (int i = 0; list != null && i < list.count(); i++) {
            if (context.isInside(list.address(i), list.size(i))) {
                context.claims().add(list.address(i), list.size(i), label);
            } else {
                context.add(
                        FindingCode.FSM_RANGE,
                        list.address(i),
                        null,
                        "free section of %d bytes at address %d: expected it before the end of allocation, %d"
                                .formatted(
                                        list.size(i),
                                        list.address(i),
                                        context.superblock().end()));
            }
        }
    }

    /** Reports bytes before an address that nothing claims. */
    static void untracked(UsedBytes used, long end, Findings findings) {
        long[] sums = new long[2];
        FreeSection[] longest = {null};
        used.forEachGap(end, (address, size) -> {
            sums[0] += size;
            sums[1]++;
            if (longest[0] == null || size > longest[0].size()) {
                longest[0] = new FreeSection(FreeSection.Type.UNTRACKED, address, size);
            }
        });
        if (longest[0] != null) {
            String reason = findings.hasErrors() ? "; some may belong to what cannot be read" : "";
            findings.add(
                    FindingCode.SPACE_UNTRACKED,
                    longest[0].address(),
                    null,
                    "%,d bytes in %,d %s are neither in use nor tracked; the longest run has %,d%s"
                            .formatted(sums[0], sums[1], sums[1] == 1 ? "run" : "runs", longest[0].size(), reason));
        }
    }

    /**
     * Reports bytes that two structures claim.
     *
     * @param again in which their owners were looked for
     */
    void overlaps(Claimed again) {
        again.owners().forEach(this::overlap);
    }

    private void overlap(long address, long size, Object first, Object second) {
        boolean firstFree = first instanceof Free;
        boolean secondFree = second instanceof Free;
        FindingCode code = firstFree && secondFree
                ? FindingCode.FSM_OVERLAP
                : firstFree || secondFree ? FindingCode.FSM_LIVE : FindingCode.SPACE_OVERLAP;
        Object owner = secondFree ? first : second;
        context.add(
                code,
                address,
                owner instanceof LiveLabel label ? label.path() : null,
                OverlapOwners.finding(address, size, first + ", and " + second));
    }
}
