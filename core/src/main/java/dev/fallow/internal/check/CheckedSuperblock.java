package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.Checksum;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.Superblock;
import dev.fallow.format.superblock.SuperblockV0;
import dev.fallow.internal.storage.Storage;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The superblock, field by field: a wrong field is a finding, and the others are used nevertheless. */
final class CheckedSuperblock {
    private static final int KNOWN_FLAGS = 0x07 | Superblock.EDITED_BY_FALLOW;
    private static final int GROUP_CACHED = 1;

    private final Findings findings;
    private final byte[] image;
    /** Whether this session has marked the file as open. */
    private final boolean opened;

    /** From 0 to 3. */
    int version;

    FieldSizes sizes;
    /** The position of address 0. */
    final long base;
    /** The end of allocation, as stored, or of the file if that is shorter. */
    long end;

    long fileEnd;
    /** The address of the extension; undefined if there is none. */
    long extension = Addresses.UNDEFINED;
    /** The address of the driver information block; undefined if there is none. */
    long driverInfo = Addresses.UNDEFINED;
    /** The address of the root group's header. */
    long root;
    /** In bytes. */
    int length;

    BTreeK k = new BTreeK(
            SuperblockV0.DEFAULT_CHUNK_K, SuperblockV0.DEFAULT_GROUP_INTERNAL_K, SuperblockV0.DEFAULT_GROUP_LEAF_K);
    /** The cached address of the root group's B-tree; undefined if it is not cached. */
    long rootTree = Addresses.UNDEFINED;
    /** The cached address of the root group's heap; undefined if it is not cached. */
    long rootHeap = Addresses.UNDEFINED;

    private CheckedSuperblock(Findings findings, byte[] image, long base, boolean opened) {
        this.findings = findings;
        this.image = image;
        this.base = base;
        this.opened = opened;
    }

    /** Reads and checks the superblock with its signature at a position; null if nothing can be reached from it. */
    static CheckedSuperblock read(Storage storage, long at, boolean opened, Findings findings) throws IOException {
        byte[] image = new byte[(int) Math.min(SuperblockV0.MAX_LENGTH, storage.size() - at)];
        storage.read(at, ByteBuffer.wrap(image));
        CheckedSuperblock superblock = new CheckedSuperblock(findings, image, at, opened);
        boolean read = findings.attempt(StructureCheck.Family.OTHER, 0, null, () -> superblock.read(storage.size()));
        return read ? superblock : null;
    }

    private void add(FindingCode code, String sentence) {
        findings.add(code, 0, null, "superblock: " + sentence);
    }

    private static StructureCheck.Defect defect(FindingCode code, String problem) {
        return new StructureCheck.Defect(code, 0, "superblock: " + problem);
    }

    private static StructureCheck.Defect field(String problem) {
        return defect(FindingCode.SB_FIELD, problem);
    }

    private static int width(int found, String what) {
        if (found != 2 && found != 4 && found != 8) {
            throw field("expected a size of %s of 2, 4 or 8, found %d".formatted(what, found));
        }
        return found;
    }

    private void read(long size) {
        if (image.length <= 8) {
            throw field("expected 9 bytes or more, found " + image.length);
        }
        version = image[8] & 0xFF;
        if (version > 3) {
            throw defect(FindingCode.SB_VERSION, "expected version 0 to 3, found " + version);
        }
        int widthsAt = version < 2 ? 13 : 9;
        if (image.length < widthsAt + 2) {
            throw field("expected %d bytes or more, found %d".formatted(widthsAt + 2, image.length));
        }
        sizes = new FieldSizes(width(image[widthsAt], "offsets"), width(image[widthsAt + 1], "lengths"));
        length = version < 2 ? SuperblockV0.length(version, sizes) : 16 + 4 * sizes.offsets();
        if (length > image.length) {
            throw field("expected %d bytes, found %d".formatted(length, image.length));
        }
        try {
            if (version < 2) {
                old();
            } else {
                current();
            }
        } catch (FormatException e) {
            throw field(e.getMessage());
        }
        checkLength(size);
        fileEnd = size - base;
        end = Math.min(end, fileEnd); // what is cut off is not inside the allocated space
    }

    private void checkLength(long size) {
        if (size < base + end) {
            String problem = "expected a file of %d bytes according to its superblock, found %d";
            findings.add(FindingCode.SB_TRUNCATED, 0, null, problem.formatted(base + end, size));
        } else if (size > base + end) {
            String tail = "%d bytes follow the end that the superblock states, %d";
            findings.add(FindingCode.SB_TAIL, end, null, tail.formatted(size - base - end, base + end));
        }
    }

    private void current() {
        int stored = LittleEndian.i32(image, length - Integer.BYTES);
        int computed = Checksum.of(image, 0, length - Integer.BYTES);
        if (stored != computed) {
            add(FindingCode.SB_CHECKSUM, "checksum: stored 0x%08x, computed 0x%08x".formatted(stored, computed));
        }
        checkFlags(image[11] & 0xFF);
        FieldReader in = FieldReader.of(image, 12, length, sizes, "superblock", base + 12);
        long stated = in.offset();
        extension = in.offset();
        end = endOf(stated, in.offset());
        root = rootOf(in.offset(), end);
        if (extension != Addresses.UNDEFINED && (extension <= 0 || extension >= end)) {
            String problem = "expected an extension address between 0 and %d, found %d";
            add(FindingCode.SB_EXTENSION, problem.formatted(end, extension));
            extension = Addresses.UNDEFINED;
        }
    }

    private void old() {
        for (int i : new int[] {9, 10, 12}) {
            if (image[i] != 0) {
                add(FindingCode.SB_VERSION, "expected 0 in byte %d, found %d".formatted(i, image[i] & 0xFF));
            }
        }
        FieldReader in = FieldReader.of(image, 16, length, sizes, "superblock", base + 16);
        int leafK = k(in.u16(), SuperblockV0.DEFAULT_GROUP_LEAF_K, "group leaf");
        int internalK = k(in.u16(), SuperblockV0.DEFAULT_GROUP_INTERNAL_K, "group internal");
        checkFlags(in.u32());
        int chunkK = SuperblockV0.DEFAULT_CHUNK_K;
        if (version == 1) {
            chunkK = k(in.u16(), SuperblockV0.DEFAULT_CHUNK_K, "chunk");
            in.skip(2);
        }
        long stated = in.offset();
        if (in.offset() != Addresses.UNDEFINED) {
            add(FindingCode.SB_FIELD, "expected no address of free space, found one");
        }
        end = endOf(stated, in.offset());
        driverInfo = in.offset();
        in.skip(sizes.lengths());
        root = rootOf(in.offset(), end);
        long cacheType = in.u32();
        if (cacheType > GROUP_CACHED) {
            add(FindingCode.SB_CACHE, "expected a cache type of 0 or 1 of the root group, found " + cacheType);
        }
        in.skip(4);
        if (cacheType == GROUP_CACHED) {
            rootTree = in.offset();
            rootHeap = in.offset();
        }
        k = new BTreeK(chunkK, internalK, leafK);
    }

    private int k(int found, int otherwise, String what) {
        if (found == 0) {
            add(FindingCode.SB_FIELD, "expected a %s K of at least 1, found 0".formatted(what));
            return otherwise;
        }
        return found;
    }

    private void checkFlags(long flags) {
        if ((flags & ~KNOWN_FLAGS) != 0) {
            String problem = "expected consistency flags within 0x%02x, found 0x%02x";
            add(FindingCode.SB_FIELD, problem.formatted(KNOWN_FLAGS, flags));
        }
        if (AnySuperblock.isMark(version, flags) && !opened) {
            String problem =
                    "the file is marked as open for writing, flags 0x%02x: a program is writing it, or was killed before closing it";
            add(FindingCode.SB_OPEN, problem.formatted(flags));
        }
    }

    private static long endOf(long base, long end) {
        if (base < 0 || end <= base) {
            throw field("expected an end of file behind the base address %d, found %d".formatted(base, end));
        }
        return end - base;
    }

    private static long rootOf(long root, long end) {
        if (root <= 0 || root >= end) {
            String problem = "expected a root group between 0 and %d, found address %d";
            throw defect(FindingCode.SB_ROOT, problem.formatted(end, root));
        }
        return root;
    }
}
