package dev.fallow.internal.space;

import dev.fallow.Verification;
import dev.fallow.format.Addresses;
import dev.fallow.format.AnySuperblock;
import dev.fallow.internal.object.ObjectStore;
import java.io.IOException;

/**
 * Looks for free sections over live data before any is handed out. A library that trusts the lists writes over the data;
 * that an object is never touched in a session must not be what it depends on. So there are two checks:
 *
 * <ul>
 *   <li>when a file is opened, what lies at the places that are known without reading objects (superblock, extension, root
 *       group, the lists themselves) is held against the sections: O(s log s) for s sections, always;
 *   <li>before the first change, all that is live is walked and held against them: O(n log s) for n objects.
 * </ul>
 *
 * <p>What the walk cannot follow it cannot protect: that is a finding of the space report, and reclaiming space that nobody
 * tracks is refused for such a file, but its lists are used as far as nothing speaks against them.
 */
public final class FreeSpaceVerification {
    private final ObjectStore store;
    private final SectionPersistence sections;
    private boolean done;

    /** @param verification whether there is a walk before the first change */
    public FreeSpaceVerification(ObjectStore store, SectionPersistence sections, Verification verification) {
        this.store = store;
        this.sections = sections;
        done = verification == Verification.NEVER;
    }

    /** Of a file that was just made: there is nothing to verify. */
    public static FreeSpaceVerification ofNewFile(ObjectStore store, SectionPersistence sections) {
        return new FreeSpaceVerification(store, sections, Verification.NEVER);
    }

    /** Loads the sections, and holds them against what is known to be in use. */
    public void atOpen(AnySuperblock superblock) throws IOException {
        sections.load();
        sections.inUse(0, superblock.encodedLength(), "superblock");
        long extension = sections.message().extensionAddress();
        if (extension != Addresses.UNDEFINED) {
            store.header(extension)
                    .forEachChunk((address, length) -> sections.inUse(address, length, "superblock extension"));
        }
        store.header(superblock.rootAddress())
                .forEachChunk((address, length) -> sections.inUse(address, length, "object header of /"));
    }

    /** Walks all that is live if that is asked for, once; the container is about to be changed for the first time. */
    public void beforeChange(AnySuperblock superblock) throws IOException {
        if (done) {
            return;
        }
        if (sections.hasSections()) {
            new LiveWalk(store, sections, superblock, sections::inUse).walk();
        }
        done = true;
    }
}
