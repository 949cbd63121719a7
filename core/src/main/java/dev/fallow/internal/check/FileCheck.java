package dev.fallow.internal.check;

import dev.fallow.NotAContainerException;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.FileSpaceInfo;
import dev.fallow.format.message.SharedMessageTable;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.freespace.Section;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.cache.Advance;
import dev.fallow.internal.census.LiveWalk;
import dev.fallow.internal.census.OverlapOwners;
import dev.fallow.internal.census.SessionVerification;
import dev.fallow.internal.census.UsedBytes;
import dev.fallow.internal.check.structure.CheckedSuperblock;
import dev.fallow.internal.check.structure.Claimed;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Findings;
import dev.fallow.internal.commit.FoundSuperblock;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.storage.Storage;
import dev.fallow.options.CheckOptions;
import dev.fallow.report.CheckReport;
import dev.fallow.report.FindingCode;
import dev.fallow.report.FreeSection;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks a whole file. This package reads all structures itself, from the storage. So a damaged structure does not end the check
 * of the others, and a file that cannot be opened can be checked, too. O(n log n) for n blocks.
 */
public final class FileCheck {
    private final Storage storage;
    private final String name;
    private final Findings findings = new Findings();
    private AddressTable wrongCounts = new AddressTable();
    private long objects;
    private long structures;
    private final CheckOptions options;
    private long decoded;

    private FileCheck(Storage storage, String name, CheckOptions options) {
        this.options = options;
        this.storage = storage;
        this.name = name;
    }

    /**
     * Checks the file in a storage.
     *
     * @param opened the container that is open on it; null if it cannot be opened
     * @param refusal why it cannot be opened; null if it is open
     * @throws NotAContainerException if there is no superblock
     */
    public static CheckReport of(
            Storage storage, String name, OpenContainer opened, RuntimeException refusal, CheckOptions options)
            throws IOException {
        FileCheck check = new FileCheck(storage, name, options);
        check.run(opened);
        if (refusal != null && !check.findings.hasErrors()) {
            boolean unsupported = refusal instanceof dev.fallow.UnsupportedFeatureException;
            check.findings.add(
                    unsupported ? FindingCode.UNCHECKED : FindingCode.DAMAGED, 0, null, refusal.getMessage());
        }
        return new CheckReport(
                storage.size(),
                check.objects,
                check.structures,
                check.decoded,
                !options.quick(),
                check.findings.all(),
                check.findings.omitted());
    }

    /** The objects of an open container whose link counts are wrong, with the number of links found. */
    public static AddressTable wrongLinkCounts(Storage storage, String name, OpenContainer opened) throws IOException {
        FileCheck check = new FileCheck(storage, name, CheckOptions.defaults().withQuick(true));
        check.run(opened);
        return check.wrongCounts;
    }

    private void run(OpenContainer opened) throws IOException {
        long at = FoundSuperblock.find(storage);
        if (at < 0) {
            throw new NotAContainerException(name + " is not HDF5: it has no HDF5 signature");
        }
        CheckedSuperblock superblock =
                CheckedSuperblock.read(storage, at, opened != null && opened.writable(), findings);
        if (superblock == null) {
            return;
        }
        ObjectWalk walk = walk(superblock, opened == null ? null : opened.store());
        if (opened != null && !findings.hasErrors()) {
            walk.forgetObjects(); // before the second walk keeps the same objects
            UsedBytes used = new UsedBytes();
            LiveWalk second = new LiveWalk(
                    opened.store(),
                    opened.sections(),
                    opened.superblock(),
                    (address, size, label) -> used.add(address, size));
            findings.attempt(Family.OTHER, 0, null, () -> compare(second, used, opened));
            if (!options.quick() && !findings.hasErrors()) {
                walk.checkReferences(opened.store(), second::reached);
            }
        }
    }

    /**
     * Performs the walk that edits rely on: a file in which the check finds no error, and this walk finds one, is not sound. This walk
     * also knows best which bytes are untracked.
     */
    private void compare(LiveWalk walk, UsedBytes used, OpenContainer container) throws IOException {
        container.sections().load();
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
                OverlapOwners.finding(address, size, first + ", and " + second)));
        SpaceCheck.untracked(used, container.store().space().endOfAllocation(), findings);
    }

    /** Checks everything that the superblock leads to. */
    private ObjectWalk walk(CheckedSuperblock superblock, ObjectStore store) throws IOException {
        Context context = new Context(storage, superblock, findings, claimed(superblock, List.of()));
        SpaceCheck space = new SpaceCheck(context);
        ObjectWalk walk = walk(context, space, store, options.quick() ? null : new ChunkDecoding(context));
        if (context.wantedEnd() > 0 && findings.hasErrors()) {
            findings.add(
                    FindingCode.SB_END,
                    superblock.end(),
                    null,
                    "superblock: expected an end of allocation of at least %d, found %d"
                            .formatted(context.wantedEnd(), superblock.end()));
        }
        objects = walk.count();
        wrongCounts = walk.wrongCounts();
        if (!context.claims().overlaps().isEmpty()) {
            // no walk keeps owners, so another one looks for them
            Claimed again = claimed(superblock, context.claims().overlaps());
            Context quiet = new Context(storage, superblock, new Findings(), again);
            walk(quiet, new SpaceCheck(quiet), store, null);
            space.overlaps(again);
        }
        if (store == null || findings.hasErrors()) {
            SpaceCheck.untracked(context.claims(), superblock.end(), findings);
        }
        return walk;
    }

    private Claimed claimed(CheckedSuperblock superblock, List<Section> wanted) {
        Advance advance = new Advance();
        advance.tell(options.progress());
        advance.begin(superblock.end());
        return new Claimed(wanted, advance);
    }

    private ObjectWalk walk(Context context, SpaceCheck space, ObjectStore store, ChunkDecoding decoding)
            throws IOException {
        CheckedSuperblock superblock = context.superblock();
        context.claim("superblock", 0, superblock.length(), null);
        Map<MessageType, Object> settings = FileSettings.read(context);
        BTreeK k = (BTreeK) settings.getOrDefault(MessageType.BTREE_K, superblock.k());
        String problem = SessionVerification.nodeProblem(context.sizes(), k, superblock.end());
        if (problem != null) {
            context.add(FindingCode.SB_FIELD, 0, null, problem);
        }
        SharedMessageTable table = (SharedMessageTable) settings.get(MessageType.SHARED_MESSAGE_TABLE);
        SharedMessagesCheck shared = table == null ? null : SharedMessagesCheck.of(context, table);
        ObjectWalk walk = new ObjectWalk(context, k, shared, new HeldObjects(context, store), decoding);
        walk.walk(superblock.root());
        decoded += decoding == null ? 0 : decoding.count();
        structures = Math.max(structures, context.claims().count());
        space.sections((FileSpaceInfo) settings.get(MessageType.FILE_SPACE_INFO));
        context.claims().end();
        return walk;
    }
}
