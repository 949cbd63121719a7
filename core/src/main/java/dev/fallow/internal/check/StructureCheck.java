package dev.fallow.internal.check;

import dev.fallow.CorruptFileException;
import dev.fallow.format.Addresses;
import dev.fallow.format.Checksum;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.Layout;
import dev.fallow.format.LittleEndian;
import dev.fallow.freespace.Section;
import dev.fallow.internal.cache.Advance;
import dev.fallow.internal.census.LiveLabel;
import dev.fallow.internal.census.OverlapOwners;
import dev.fallow.internal.census.UsedBytes;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.storage.Memory;
import dev.fallow.internal.storage.Storage;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A check of structures of one family that belong to one object. All findings name that object. It reads from the storage, past all caches.
 * A wrong checksum is a finding and is corrected in the bytes returned, so that the fields can be checked.
 *
 * <p>The same walk also finds the places of addresses, in a file that another walk has found sound: then the first defect ends it, and
 * checksums and owners, which cost most, are not looked at again.
 */
class StructureCheck {
    final Storage storage;
    final CheckedSuperblock superblock;
    final FieldSizes sizes;
    final Findings findings;
    /** The bytes claimed so far. */
    final Claimed claims;
    /** Of the object; null if the structures belong to the file. */
    final PathNode path;
    /** Receives the addresses in the structures; null in a check. */
    final PointerVisitor pointers;

    private final Family family;
    /** The container whose addresses are wanted; null in a check. */
    private final ObjectStore store;

    /** A family of structures, and the codes for the defects that each structure can have. */
    enum Family {
        HEADER(FindingCode.HDR_SIGNATURE, FindingCode.HDR_CHECKSUM, FindingCode.HDR_FIELD, FindingCode.HDR_RANGE),
        SYMBOLS(FindingCode.SNOD_SIGNATURE, FindingCode.SNOD_FIELD, FindingCode.SNOD_FIELD, FindingCode.SNOD_RANGE),
        LOCAL_HEAP(
                FindingCode.LHEAP_SIGNATURE, FindingCode.LHEAP_FIELD, FindingCode.LHEAP_FIELD, FindingCode.LHEAP_RANGE),
        BTREE_V1(FindingCode.BT1_SIGNATURE, FindingCode.BT1_FIELD, FindingCode.BT1_FIELD, FindingCode.BT1_RANGE),
        BTREE_V2(FindingCode.BT2_SIGNATURE, FindingCode.BT2_CHECKSUM, FindingCode.BT2_FIELD, FindingCode.BT2_RANGE),
        FRACTAL_HEAP(
                FindingCode.FHEAP_SIGNATURE,
                FindingCode.FHEAP_CHECKSUM,
                FindingCode.FHEAP_FIELD,
                FindingCode.FHEAP_RANGE),
        GLOBAL_HEAP(
                FindingCode.GHEAP_SIGNATURE, FindingCode.GHEAP_FIELD, FindingCode.GHEAP_FIELD, FindingCode.GHEAP_RANGE),
        FIXED_ARRAY(FindingCode.FA_SIGNATURE, FindingCode.FA_CHECKSUM, FindingCode.FA_FIELD, FindingCode.FA_RANGE),
        EXTENSIBLE_ARRAY(FindingCode.EA_SIGNATURE, FindingCode.EA_CHECKSUM, FindingCode.EA_FIELD, FindingCode.EA_RANGE),
        SHARED_MESSAGES(
                FindingCode.SOHM_SIGNATURE, FindingCode.SOHM_CHECKSUM, FindingCode.SOHM_FIELD, FindingCode.SOHM_RANGE),
        FREE_SPACE(FindingCode.FSM_SIGNATURE, FindingCode.FSM_CHECKSUM, FindingCode.FSM_FIELD, FindingCode.FSM_RANGE),
        ELEMENTS(
                FindingCode.DATA_ELEMENTS,
                FindingCode.DATA_ELEMENTS,
                FindingCode.DATA_ELEMENTS,
                FindingCode.DATA_RANGE),
        OTHER(FindingCode.DAMAGED, FindingCode.DAMAGED, FindingCode.DAMAGED, FindingCode.DAMAGED);

        /** There is another structure, or none. */
        final FindingCode signature;

        final FindingCode checksum;
        /** A field has an impossible value. */
        final FindingCode field;
        /** The structure is not inside the file. */
        final FindingCode range;

        Family(FindingCode signature, FindingCode checksum, FindingCode field, FindingCode range) {
            this.signature = signature;
            this.checksum = checksum;
            this.field = field;
            this.range = range;
        }
    }

    /** Ends the check of one structure: nothing more can be said about it. Becomes a finding. */
    static final class Defect extends RuntimeException {
        private static final long serialVersionUID = 1;

        final FindingCode code;
        final long address;

        /** @param sentence what was expected and found */
        Defect(FindingCode code, long address, String sentence) {
            super(sentence, null, false, false);
            this.code = code;
            this.address = address;
        }
    }

    /**
     * The bytes that the structures of a file claim. No block is kept, so memory is proportional to the number of gaps. The owners of
     * bytes claimed twice are found by another check that claims everything again.
     */
    static final class Claimed extends UsedBytes {
        /** The owners of the wanted runs. */
        final OverlapOwners owners;

        private final Advance advance;
        /** The number of blocks. */
        long count;
        /** The end of what was wanted behind the end of allocation, inside the file; 0 for nothing. */
        long wantedEnd;

        /** The owners of some runs are kept; the advance is told of the bytes. */
        Claimed(List<Section> wanted, Advance advance) {
            this.advance = advance;
            owners = new OverlapOwners(wanted);
        }

        void add(long address, long length, Object label) {
            count++;
            add(address, length);
            owners.add(address, length, label);
            advance.add(length);
        }

        /** Everything has been claimed. */
        void end() {
            advance.end();
        }
    }

    /** A check of the file in a storage. */
    StructureCheck(Storage storage, CheckedSuperblock superblock, Findings findings, Claimed claims) {
        this(storage, superblock, superblock.sizes, findings, claims, null, null, Family.OTHER, null);
    }

    /** A walk over structures of a sound file, for the addresses in them. */
    StructureCheck(ObjectStore store, PointerVisitor pointers) {
        this(null, null, store.sizes(), new Findings(), null, store, pointers, Family.OTHER, PathNode.of("/"));
    }

    /** Another part of the same check. */
    StructureCheck(StructureCheck check, Family family, PathNode path) {
        this(
                check.storage,
                check.superblock,
                check.sizes,
                check.findings,
                check.claims,
                check.store,
                check.pointers,
                family,
                path);
    }

    private StructureCheck(
            Storage storage,
            CheckedSuperblock superblock,
            FieldSizes sizes,
            Findings findings,
            Claimed claims,
            ObjectStore store,
            PointerVisitor pointers,
            Family family,
            PathNode path) {
        this.storage = storage;
        this.superblock = superblock;
        this.sizes = sizes;
        this.findings = findings;
        this.claims = claims;
        this.store = store;
        this.pointers = pointers;
        this.family = family;
        this.path = path;
    }

    /** A check of the same file whose findings are not reported. */
    final StructureCheck quiet() {
        return new StructureCheck(storage, superblock, new Findings(), new Claimed(List.of(), new Advance()));
    }

    // ---- findings ----------------------------------------------------------------------------------------------

    final void add(FindingCode code, long at, String sentence) {
        findings.add(code, at, path, sentence);
    }

    /** Adds a finding on the structure at an address. */
    final void add(FindingCode code, String structure, long at, String problem) {
        add(code, at, sentence(structure, at, problem));
    }

    static Defect defect(FindingCode code, String structure, long at, String problem) {
        return new Defect(code, at, sentence(structure, at, problem));
    }

    /** A sentence on a structure. */
    static String sentence(String structure, long address, String problem) {
        return "%s at address %d: %s".formatted(structure, address, problem);
    }

    /** Runs a part of the check. Its failure becomes a finding; returns whether there is none. */
    final boolean attempt(long at, Findings.Part part) throws IOException {
        if (!isTrusting()) {
            return findings.attempt(family, at, path, part);
        }
        try {
            part.run();
        } catch (Defect e) {
            throw new CorruptFileException(e.getMessage(), e);
        }
        return true;
    }

    /** Runs a part that decodes a message: a contradiction is one of the message. Returns whether there is none. */
    final boolean decoded(long at, Findings.Part part) throws IOException {
        return findings.attempt(Family.HEADER, at, path, () -> {
            try {
                part.run();
            } catch (FormatException e) {
                throw new Defect(FindingCode.HDR_MESSAGE, e.address() < 0 ? at : e.address(), e.getMessage());
            }
        });
    }

    // ---- addresses ---------------------------------------------------------------------------------------------

    /** Whether only the addresses of a sound file are wanted. */
    final boolean isTrusting() {
        return pointers != null;
    }

    /** An address in a structure, which may be undefined. */
    final void pointer(Part part, long field, long target) {
        if (isTrusting() && target != Addresses.UNDEFINED) {
            pointers.pointer(part, field, target);
        }
    }

    /** The addresses in the fields, other than repeated ones, of the structure at the start of a part. */
    final void pointers(Part part, Layout layout, byte[] image) {
        for (Layout.Field each : layout.fields()) {
            if (each.isAddress()) {
                FieldReader in =
                        reader(image, layout.structure(), part.address()).at(each.at(sizes));
                pointer(part, in.address(), in.offset());
            }
        }
    }

    // ---- reading -----------------------------------------------------------------------------------------------

    /** Whether the bytes are inside the allocated space. */
    final boolean isInside(long address, long length) {
        if (isTrusting()) {
            return true; // the cache refuses to read what is not
        }
        boolean inside = isBefore(superblock.end, address, length);
        if (!inside && isBefore(superblock.fileEnd, address, length)) {
            claims.wantedEnd = Math.max(claims.wantedEnd, address + length);
        }
        return inside;
    }

    private static boolean isBefore(long end, long address, long length) {
        return address >= 0 && length >= 0 && length <= end && address <= end - length;
    }

    final void requireInside(String structure, long at, long length) {
        if (!isInside(at, length)) {
            String problem = "%s of %d bytes at address %d: expected it inside the file";
            throw new Defect(family.range, at, problem.formatted(structure, length, at));
        }
    }

    /** Reads bytes of a structure, which must be inside the allocated space. */
    final byte[] read(String structure, long address, long length) throws IOException {
        if (isTrusting()) {
            return store.cache().read(address, length, structure);
        }
        if (!isInside(address, length)) {
            String problem = address == Addresses.UNDEFINED
                    ? "%s: expected an address, found the undefined address".formatted(structure)
                    : "%s of %d bytes at address %d: expected it before the end of allocation, %d"
                            .formatted(structure, length, address, superblock.end);
            throw new Defect(family.range, address, problem);
        }
        byte[] bytes = Memory.bytes(structure + " at address " + address, length);
        storage.read(superblock.base + address, ByteBuffer.wrap(bytes));
        return bytes;
    }

    /** Reads the start of a structure of unknown length, up to the end of the allocated space. */
    final byte[] readStart(String structure, long address, int most) throws IOException {
        long left = superblock.end - address;
        return read(structure, address, address < 0 || left <= 0 ? most : Math.min(most, left));
    }

    /** Reads a structure, and requires its signature. */
    final byte[] signed(Layout layout, long at, long length) throws IOException {
        byte[] image = read(layout.structure(), at, length);
        requireSignature(layout.signature(), layout.structure(), at, image);
        if (isTrusting()) {
            pointers(layout.isSealed() ? Part.sealed(at, length) : Part.plain(at, length), layout, image);
        }
        return image;
    }

    /** As {@link #signed}, of a structure that ends with a checksum of everything before. */
    final byte[] sealed(Layout layout, long at, long length) throws IOException {
        byte[] image = signed(layout, at, length);
        mend(layout.structure(), image, image.length - Integer.BYTES, at);
        return image;
    }

    final void requireSignature(String signature, String structure, long at, byte[] image) {
        if (!begins(image, signature)) {
            throw defect(
                    family.signature,
                    structure,
                    at,
                    "expected signature %s, found %s".formatted(signature, shown(image)));
        }
    }

    /** Whether bytes begin with a signature. */
    static boolean begins(byte[] image, String signature) {
        return image.length >= signature.length()
                && start(image, signature.length()).equals(signature);
    }

    private static String start(byte[] image, int length) {
        return new String(image, 0, length, StandardCharsets.ISO_8859_1);
    }

    private static String shown(byte[] image) {
        StringBuilder shown = new StringBuilder();
        for (char each : start(image, Math.min(4, image.length)).toCharArray()) {
            shown.append(each > ' ' && each < 127 ? String.valueOf(each) : "\\x%02x".formatted((int) each));
        }
        return shown.toString();
    }

    /** Compares a checksum with the bytes before it. A wrong one is a finding, and is corrected in the image. */
    final void mend(String structure, byte[] image, int checksumAt, long at) {
        if (checksumAt < 0 || checksumAt + Integer.BYTES > image.length) {
            throw defect(family.field, structure, at, "too short for its checksum");
        }
        if (isTrusting()) {
            return;
        }
        int computed = Checksum.of(image, 0, checksumAt);
        checkChecksum(structure, at, LittleEndian.i32(image, checksumAt), computed);
        LittleEndian.put(image, checksumAt, Integer.BYTES, computed & 0xFFFF_FFFFL);
    }

    final void checkChecksum(String structure, long at, int stored, int computed) {
        if (stored != computed) {
            String problem = "checksum: stored 0x%08x, computed 0x%08x".formatted(stored, computed);
            add(family.checksum, structure, at, problem);
        }
    }

    /** Puts the checksum of the bytes before it into an image that was corrected. */
    static void seal(byte[] image, int checksumAt) {
        LittleEndian.put(image, checksumAt, Integer.BYTES, Checksum.of(image, 0, checksumAt) & 0xFFFF_FFFFL);
    }

    final FieldReader reader(byte[] image, String structure, long address) {
        return FieldReader.of(image, sizes, structure, address);
    }

    /** Claims the bytes of a structure, to be visited once; a second owner is a defect. */
    final void claim(String structure, long address, long length) {
        if (!isTrusting() && claims.uses(address)) {
            throw defect(FindingCode.SPACE_OVERLAP, structure, address, "expected one owner, found a second one");
        }
        claim(structure, address, length, false);
    }

    /** Claims bytes that others may have, too: then it is found in the end. */
    final void claim(String structure, long address, long length, boolean raw) {
        if (!isTrusting()) {
            claims.add(address, length, LiveLabel.unclassified(structure, path, raw));
        }
    }
}
