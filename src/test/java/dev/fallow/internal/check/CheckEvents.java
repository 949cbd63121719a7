package dev.fallow.internal.check;

import dev.fallow.freespace.Section;
import dev.fallow.internal.cache.Advance;
import dev.fallow.internal.commit.FoundSuperblock;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.session.WalkEvents;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The structures that the check claims. */
public final class CheckEvents {
    private CheckEvents() {}

    /** A line for each block, by address. {@link FileCheck} visits the same. */
    public static List<String> blocks(Storage storage, ObjectStore store) throws IOException {
        Findings findings = new Findings();
        CheckedSuperblock superblock = CheckedSuperblock.read(storage, FoundSuperblock.find(storage), false, findings);
        if (superblock == null) {
            return List.of("no superblock");
        }
        Advance advance = new Advance();
        advance.begin(superblock.end);
        long all = Math.max(storage.size(), superblock.end) + 1;
        StructureCheck.Claimed claimed = new StructureCheck.Claimed(List.of(new Section(0, all)), advance);
        claimed.owners.add(0, all, "the file"); // every block overlaps it, and so is named
        ObjectWalk walk = new FileWalk(storage, superblock, findings, claimed).walk(store, null);
        List<String> blocks = new ArrayList<>();
        claimed.owners.forEach(
                (address, size, first, second) -> blocks.add(WalkEvents.line(address, size + " " + second)));
        Collections.sort(blocks);
        // the record does not count the finding on the lengths of nodes that follow from the K values
        long found = findings.all().stream()
                .filter(each -> !each.sentence().startsWith("group K values of"))
                .count();
        blocks.add("%d objects, %d blocks, %d findings".formatted(walk.count(), claimed.count, found));
        return blocks;
    }
}
