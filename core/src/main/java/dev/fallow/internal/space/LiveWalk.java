package dev.fallow.internal.space;

import dev.fallow.ContainerException;
import dev.fallow.FreeSection;
import dev.fallow.ObjectKind;
import dev.fallow.SpaceReport;
import dev.fallow.format.Addresses;
import dev.fallow.format.AnySuperblock;
import dev.fallow.format.DriverInfoBlock;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FormatException;
import dev.fallow.format.Superblock;
import dev.fallow.format.SuperblockV0;
import dev.fallow.format.message.Link;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.internal.ObjectPath;
import dev.fallow.internal.extent.Extents;
import dev.fallow.internal.object.Attributes;
import dev.fallow.internal.object.DatasetStorage;
import dev.fallow.internal.object.Links;
import dev.fallow.internal.object.ObjectHeader;
import dev.fallow.internal.object.ObjectKinds;
import dev.fallow.internal.object.ObjectStore;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Walks everything that can be reached from the superblock, and says where every byte of the file is. What is reached
 * and not understood becomes a finding, and the bytes that only it knows count as untracked. O(n log n) in the number
 * of objects.
 */
public final class LiveWalk {
    private static final String FREE = "free space";
    private static final String GLOBAL_HEAP = "global heap collection";

    private final ObjectStore store;
    private final SectionPersistence sections;
    private final AnySuperblock superblock;
    private final Extents claims = new Extents();
    private final List<String> findings = new ArrayList<>();
    private final Set<Long> visited = new HashSet<>();
    private final Deque<Step> toVisit = new ArrayDeque<>();

    private final Set<Long> globalHeaps = new TreeSet<>();
    /** Heaps and B-trees that were met, and the path of the object that has them. */
    private final Map<Long, String> structures = new HashMap<>();

    private record Step(long address, String path) {}

    /** @param superblock of the file */
    public LiveWalk(ObjectStore store, SectionPersistence sections, AnySuperblock superblock) {
        this.store = store;
        this.sections = sections;
        this.superblock = superblock;
    }

    /**
     * Walks, and adds up.
     *
     * @param fileBytes the length of the file now
     * @param writable whether the managers know the free sections; otherwise the file is asked
     */
    public SpaceReport report(long fileBytes, boolean writable) throws IOException {
        claimLive();
        List<FreeSection> free = sections.sections(writable);
        long freeBytes = 0;
        for (FreeSection section : free) {
            claims.add(section.address(), section.size(), FREE);
            freeBytes += section.size();
        }
        long end = store.space().endOfAllocation();
        long base = superblock.baseAddress();
        Totals totals = new Totals();
        claims.sweep(end, totals);
        // a container that is being changed is not as long on the medium as it is going to be
        long length = writable ? base + end : Math.max(fileBytes, base + end);
        if (length > base + end) {
            totals.unclaimed(end, length - base - end);
        }
        return new SpaceReport(
                length,
                length - freeBytes - totals.untrackedBytes,
                freeBytes,
                totals.untrackedBytes,
                free,
                totals.untracked,
                findings);
    }

    private final class Totals implements Extents.Sweep {
        private final List<FreeSection> untracked = new ArrayList<>();
        private long untrackedBytes;

        @Override
        public void claimed(long address, long size, Object label) {
            // what is neither free nor untracked is live
        }

        @Override
        public void unclaimed(long address, long size) {
            untracked.add(new FreeSection("untracked", address, size));
            untrackedBytes += size;
        }

        @Override
        public void overlap(long address, long size, Object first, Object second) {
            findings.add("%d bytes at address %d belong to two: %s, and %s".formatted(size, address, first, second));
        }
    }

    private void claimLive() throws IOException {
        claims.add(0, superblock.encodedLength(), "superblock");
        if (superblock instanceof Superblock modern && modern.extensionAddress() != Addresses.UNDEFINED) {
            claimHeader(store.header(modern.extensionAddress()), "superblock extension");
        } else if (superblock instanceof SuperblockV0 old && old.driverInfoAddress() != Addresses.UNDEFINED) {
            attempt("superblock", () -> claimDriverInfo(old.driverInfoAddress()));
        }
        sections.addTo(claims);
        enqueue(superblock.rootAddress(), "/");
        while (!toVisit.isEmpty()) {
            Step step = toVisit.remove();
            attempt(step.path, () -> visit(step));
        }
        for (long address : globalHeaps) {
            claimGlobalHeap(address);
        }
    }

    /** A part of the walk: where it fails, that is a finding, and the rest goes on. */
    @FunctionalInterface
    private interface Part {
        void run() throws IOException;
    }

    private void attempt(String path, Part part) throws IOException {
        try {
            part.run();
        } catch (ContainerException | FormatException | EOFException e) {
            findings.add(path + ": " + e.getMessage());
        }
    }

    private void claimDriverInfo(long address) throws IOException {
        FieldReader prefix = store.structures().read(address, DriverInfoBlock.PREFIX_LENGTH, DriverInfoBlock.STRUCTURE);
        long length = DriverInfoBlock.encodedLength(prefix);
        store.structures().requireInside(address, length, DriverInfoBlock.STRUCTURE);
        claims.add(address, length, DriverInfoBlock.STRUCTURE);
    }

    private void claimGlobalHeap(long address) throws IOException {
        try {
            int prefix = 8 + store.sizes().lengths();
            FieldReader in = FieldReader.of(
                    store.cache().read(address, prefix, GLOBAL_HEAP), store.sizes(), GLOBAL_HEAP, address);
            in.signature("GCOL");
            in.version(1);
            in.skip(3);
            long size = in.length();
            store.cache().read(address + size, 0, GLOBAL_HEAP); // it ends inside the file
            claims.add(address, size, GLOBAL_HEAP);
        } catch (ContainerException | FormatException e) {
            findings.add(e.getMessage());
        }
    }

    private void enqueue(long address, String path) {
        if (visited.add(address)) {
            toVisit.add(new Step(address, path));
        }
    }

    private void claimHeader(ObjectHeader header, String what) {
        header.forEachChunk((address, length) -> claims.add(address, length, what));
    }

    private void visit(Step step) throws IOException {
        ObjectHeader header = store.header(step.address);
        claimHeader(header, "object header of " + step.path);
        attempt(step.path, () -> visitAttributes(header, step.path));
        ObjectKind kind = ObjectKinds.of(header);
        if (kind == ObjectKind.GROUP) {
            visitLinks(Links.of(store, header, step.path), step.path);
        } else if (kind == ObjectKind.DATASET) {
            visitDataset(DatasetStorage.of(store, header, step.path), step.path);
        } else if (kind == ObjectKind.UNKNOWN) {
            findings.add(step.path + ": an object of unknown kind, header at address " + step.address);
        }
    }

    private void visitAttributes(ObjectHeader header, String path) throws IOException {
        Attributes attributes = new Attributes(store, header, path);
        if (!belongTo(path, attributes.structures())) {
            return;
        }
        attempt(
                path,
                () -> attributes.forEachBlock((address, size, structure) ->
                        claims.add(address, size, structure + " of the attributes of " + path)));
        findings.addAll(attributes.findReferences(new Attributes.References() {
            @Override
            public void globalHeap(long address) {
                globalHeaps.add(address);
            }

            @Override
            public void datatype(long address) {
                enqueue(address, "datatype of " + path);
            }
        }));
    }

    private void visitLinks(Links links, String path) throws IOException {
        if (!belongTo(path, links.structures())) {
            return;
        }
        attempt(
                path,
                () -> links.forEachBlock((address, size, structure) ->
                        claims.add(address, size, structure + " of the links of " + path)));
        for (Link link : links.all()) {
            if (link.target() instanceof LinkTarget.Hard hard) {
                enqueue(hard.address(), ObjectPath.child(path, link.name()));
            }
        }
    }

    /** Whether these structures were not met before; two objects that claim one are a finding, and it is gone over once. */
    private boolean belongTo(String path, long[] addresses) {
        for (long address : addresses) {
            String other = structures.putIfAbsent(address, path);
            if (other != null) {
                findings.add("%s: the structure at address %d belongs to two: %s, and %s"
                        .formatted(path, address, other, path));
                return false;
            }
        }
        return true;
    }

    private void visitDataset(DatasetStorage dataset, String path) throws IOException {
        if (dataset.storageAddress() >= 0) {
            claims.add(dataset.storageAddress(), dataset.storageSize(), "elements of " + path);
        }
        if (dataset.committedDatatypeAddress() >= 0) {
            enqueue(dataset.committedDatatypeAddress(), "datatype of " + path);
        }
        findings.addAll(dataset.claimGlobalHeaps(globalHeaps::add));
    }
}
