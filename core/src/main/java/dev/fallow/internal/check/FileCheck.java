package dev.fallow.internal.check;

import dev.fallow.CheckOptions;
import dev.fallow.NotAContainerException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.Section;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.cache.Advance;
import dev.fallow.internal.census.LiveLabel;
import dev.fallow.internal.census.LiveWalk;
import dev.fallow.internal.census.OverlapOwners;
import dev.fallow.internal.census.UsedBytes;
import dev.fallow.internal.commit.FoundSuperblock;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.space.SectionPersistence;
import dev.fallow.internal.storage.Storage;
import dev.fallow.report.CheckReport;
import dev.fallow.report.FindingCode;
import dev.fallow.report.FreeSection;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks a whole file. This package reads all structures itself, from the storage. So a damaged structure does not end the check
 * of the others, and a file that cannot be opened can be checked, too. O(n log n) for n blocks.
 */
public final class FileCheck {
    private final Storage storage;
    private final String name;
    private final CheckOptions options;
    private final Findings findings = new Findings();
    private AddressTable wrongCounts = new AddressTable();
    private long objects;
    private long structures;
    private long decoded;

    /**
     * A container that is open on the file that is checked. Everything is committed.
     *
     * @param superblock of the last commit
     * @param writable whether it is open for editing, which marks the file
     */
    public record OpenContainer(
            ObjectStore store, SectionPersistence sections, AnySuperblock superblock, boolean writable) {}

    private FileCheck(Storage storage, String name, CheckOptions options) {
        this.storage = storage;
        this.name = name;
        this.options = options;
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
            boolean unsupported = refusal instanceof UnsupportedFeatureException;
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
        boolean writable = opened != null && opened.writable();
        CheckedSuperblock superblock = CheckedSuperblock.read(storage, at, writable, findings);
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
            findings.attempt(StructureCheck.Family.OTHER, 0, null, () -> compare(second, used, opened));
            if (!options.quick() && !findings.hasErrors()) {
                walk.checkReferences(opened.store(), second::reached);
            }
        }
    }

    /** Checks everything that the superblock leads to. */
    private ObjectWalk walk(CheckedSuperblock superblock, ObjectStore store) throws IOException {
        FileWalk file = new FileWalk(storage, superblock, findings, claimed(superblock, List.of()));
        StructureCheck.Claimed claims = file.claims;
        ChunkCheck.Decoding decoding = options.quick() ? null : new ChunkCheck.Decoding();
        ObjectWalk walk = file.walk(store, decoding);
        decoded = decoding == null ? 0 : decoding.count;
        structures = file.structures;
        if (claims.wantedEnd > 0 && findings.hasErrors()) {
            String problem = "superblock: expected an end of allocation of at least %d, found %d"
                    .formatted(claims.wantedEnd, superblock.end);
            findings.add(FindingCode.SB_END, superblock.end, null, problem);
        }
        objects = walk.count();
        wrongCounts = walk.wrongCounts();
        if (!claims.overlaps().isEmpty()) {
            // no walk keeps owners, so another one looks for them
            StructureCheck.Claimed again = claimed(superblock, claims.overlaps());
            FileWalk second = new FileWalk(storage, superblock, new Findings(), again);
            second.walk(store, null);
            structures = Math.max(structures, second.structures);
            again.owners.forEach(this::overlap);
        }
        if (store == null || findings.hasErrors()) {
            untracked(claims, superblock.end);
        }
        return walk;
    }

    private StructureCheck.Claimed claimed(CheckedSuperblock superblock, List<Section> wanted) {
        Advance advance = new Advance();
        advance.tell(options.progress());
        advance.begin(superblock.end);
        return new StructureCheck.Claimed(wanted, advance);
    }

    /** Reports bytes that two structures claim. */
    private void overlap(long address, long size, Object first, Object second) {
        boolean firstFree = first instanceof FileWalk.Free;
        boolean secondFree = second instanceof FileWalk.Free;
        FindingCode code = firstFree && secondFree
                ? FindingCode.FSM_OVERLAP
                : firstFree || secondFree ? FindingCode.FSM_LIVE : FindingCode.SPACE_OVERLAP;
        Object owner = secondFree ? first : second;
        PathNode path = owner instanceof LiveLabel label ? label.path() : null;
        findings.add(code, address, path, OverlapOwners.finding(address, size, first + ", and " + second));
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
        owners.forEach((address, size, first, second) -> {
            String problem = OverlapOwners.finding(address, size, first + ", and " + second);
            findings.add(FindingCode.SPACE_OVERLAP, address, null, problem);
        });
        untracked(used, container.store().space().endOfAllocation());
    }

    /** Reports bytes before an address that nothing claims. */
    private void untracked(UsedBytes used, long end) {
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
            String problem = "%,d bytes in %,d %s are neither in use nor tracked; the longest run has %,d%s"
                    .formatted(sums[0], sums[1], sums[1] == 1 ? "run" : "runs", longest[0].size(), reason);
            findings.add(FindingCode.SPACE_UNTRACKED, longest[0].address(), null, problem);
        }
    }
}
