package dev.fallow.internal.check;

import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.message.SharedMessageTable;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.freespace.Section;
import dev.fallow.internal.cache.Advance;
import dev.fallow.internal.check.structure.CheckedSuperblock;
import dev.fallow.internal.check.structure.Claimed;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Findings;
import dev.fallow.internal.commit.FoundSuperblock;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.session.WalkEvents;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

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
        advance.begin(superblock.end());
        long all = Math.max(storage.size(), superblock.end()) + 1;
        Claimed claimed = new Claimed(List.of(new Section(0, all)), advance);
        claimed.owners().add(0, all, "the file"); // every block overlaps it, and so is named
        Context context = new Context(storage, superblock, findings, claimed);
        context.claim("superblock", 0, superblock.length(), null);
        Map<MessageType, Object> settings = FileSettings.read(context);
        BTreeK k = (BTreeK) settings.getOrDefault(MessageType.BTREE_K, superblock.k());
        SharedMessageTable table = (SharedMessageTable) settings.get(MessageType.SHARED_MESSAGE_TABLE);
        SharedMessagesCheck shared = table == null ? null : SharedMessagesCheck.of(context, table);
        ObjectWalk walk = new ObjectWalk(context, k, shared, new HeldObjects(context, store), null);
        walk.walk(superblock.root());
        new SpaceCheck(context).sections((FileSpaceInfo) settings.get(MessageType.FILE_SPACE_INFO));
        List<String> blocks = new ArrayList<>();
        claimed.owners()
                .forEach((address, size, first, second) -> blocks.add(WalkEvents.line(address, size + " " + second)));
        Collections.sort(blocks);
        blocks.add("%d objects, %d blocks, %d findings"
                .formatted(walk.count(), claimed.count(), findings.all().size()));
        return blocks;
    }
}
