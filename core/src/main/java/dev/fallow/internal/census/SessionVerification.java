package dev.fallow.internal.census;

import dev.fallow.CorruptFileException;
import dev.fallow.OpenOptions;
import dev.fallow.Verification;
import dev.fallow.format.Addresses;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.btree.GroupBTreeNode;
import dev.fallow.format.group.SymbolTableNode;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.space.SectionPersistence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Ensures that a session overwrites nothing that is in use. There are two checks:
 *
 * <ul>
 *   <li>When a file is opened, the structures known without reading objects (superblock, extension, root group, section
 *       lists) are compared with the free sections: O(s log s) for s sections, always.
 *   <li>Before the first change, everything live is walked: O(n log n) for n structures, and memory for the object
 *       headers and for the gaps between structures.
 * </ul>
 *
 * <p>A mark in the file that identifies its last writer cannot replace the walk, because a damaged or hostile file can
 * have any mark. Findings are handled by kind:
 *
 * <ul>
 *   <li>A free section over live bytes is quarantined: it is reported, not used, and not stored again.
 *   <li>A link count that is too low makes the deletion of that object an error; other changes are allowed.
 *   <li>Any other damage (overlapping structures, structures that cannot be read, heaps whose free space is in use)
 *       makes every change an error, unless {@link OpenOptions#withEditDamaged} allows it. It cannot allow it if there are bytes behind
 *       the end of allocation, which the next commit would cut or overwrite.
 *   <li>A valid but unsupported structure is not damage. Free sections that overlap it cannot be detected.
 * </ul>
 */
public final class SessionVerification {
    /** Bytes of a node of an old-style group that any file may have, however short it is. */
    private static final long LARGEST_NODE = 1 << 20;

    private final ObjectStore store;
    private final SectionPersistence sections;
    private final boolean editDamaged;
    private boolean done;
    /** Whether the walk has found nothing that restricts changes, or is not wanted. */
    private boolean clean = true;
    /** The bytes behind the end of allocation when the file was walked. */
    private long behind;
    /** Empty before the walk, and if changes are permitted. */
    private List<String> damage = List.of();

    private SessionVerification(
            ObjectStore store, SectionPersistence sections, Verification verification, boolean editDamaged) {
        this.store = store;
        this.sections = sections;
        this.editDamaged = editDamaged;
        done = verification == Verification.NEVER;
    }

    /** For an opened file. */
    public static SessionVerification ofFile(ObjectStore store, SectionPersistence sections, OpenOptions options) {
        return new SessionVerification(store, sections, options.verification(), options.editDamaged());
    }

    /** For a new file, which needs no verification. */
    public static SessionVerification ofNewFile(ObjectStore store, SectionPersistence sections) {
        return new SessionVerification(store, sections, Verification.NEVER, false);
    }

    /**
     * Takes over the verification of the same session before a commit. If that walk had findings, the file is walked again before the next
     * change, because the structures may have moved.
     */
    public void goOnFrom(SessionVerification before) {
        done = before.done && before.clean;
    }

    /** Loads the free sections, and compares them with the structures known to be in use. */
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

    /**
     * Walks everything live before the container is changed for the first time.
     *
     * @throws CorruptFileException if the file is damaged, and editing damaged files is not allowed; or if there are also bytes behind
     *     the end of allocation, because a commit would cut or overwrite them
     */
    public void beforeChange(AnySuperblock superblock) throws IOException {
        if (!done) {
            walk(superblock, (address, size, label) -> {});
        }
        if (!damage.isEmpty() && behind > 0) {
            throw new CorruptFileException(
                    "%s: the file is damaged, and %d bytes are behind its end of allocation, %d: a change could cut or overwrite what belongs to it. Found: %s. Nothing was changed, and --force does not permit the change. fallow check --repair raises the end if nothing else is wrong"
                            .formatted(store.fileName(), behind, superblock.endOfFile(), LiveWalk.summary(damage)));
        }
        if (!damage.isEmpty()) {
            throw new CorruptFileException(
                    "%s: the file is damaged, and a change could damage it further: %s. Nothing was changed. OpenOptions.withEditDamaged(true), or --force of the command, permits the change"
                            .formatted(store.fileName(), LiveWalk.summary(damage)));
        }
    }

    /** Walks everything live for a visitor, which receives the blocks. If the walk before the first change is due, it is this one. */
    public LiveWalk walk(AnySuperblock superblock, CensusVisitor also) throws IOException {
        UsedBytes used = new UsedBytes();
        LiveWalk walk = new LiveWalk(
                store,
                sections,
                superblock,
                done
                        ? also
                        : (address, size, label) -> {
                            used.add(address, size);
                            sections.inUse(address, size, label);
                            also.block(address, size, label);
                        });
        walk.walk();
        if (!done) {
            List<String> found = damage(walk, used, superblock);
            clean &= found.isEmpty();
            behind = Math.max(0, store.storage().size() - superblock.endOfFile());
            damage = editDamaged && behind == 0 ? List.of() : found;
            done = true;
        }
        return walk;
    }

    private List<String> damage(LiveWalk walk, UsedBytes used, AnySuperblock superblock) throws IOException {
        store.distrustLinkCounts(walk.lowLinkCounts());
        List<String> found = new ArrayList<>(walk.damage());
        clean = walk.lowLinkCounts().size() == 0
                && store.structureStore().heapFreeBytes().isEmpty();
        String problem =
                nodeProblem(store.sizes(), store.groupK(), store.space().endOfAllocation());
        if (problem != null) {
            found.add(problem);
        }
        found.addAll(0, OverlapOwners.of(used, store, sections, superblock).findings(List.of()));
        return found;
    }

    /**
     * The reason why the K values of old-style groups cannot be right, or null. The lengths of new nodes follow from them, so they must be
     * in proportion to the file.
     */
    public static String nodeProblem(FieldSizes sizes, BTreeK k, long endOfAllocation) {
        int longest =
                Math.max(GroupBTreeNode.length(sizes, k.groupInternal()), SymbolTableNode.length(sizes, k.groupLeaf()));
        long most = Math.max(LARGEST_NODE, endOfAllocation);
        return longest <= most
                ? null
                : "group K values of %d and %d: expected nodes of at most %d bytes, found %d"
                        .formatted(k.groupInternal(), k.groupLeaf(), most, longest);
    }
}
