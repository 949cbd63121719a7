package dev.fallow.internal.check.structure;

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

/**
 * The superblock, field by field: a wrong field is a finding, and the others are used nevertheless.
 *
 * @param version 0 to 3
 * @param base the position of address 0
 * @param end the end of allocation, as stored, or of the file if that is shorter
 * @param fileEnd the end of the file
 * @param extension the address of the extension; undefined if there is none
 * @param driverInfo the address of the driver information block; undefined if there is none
 * @param root the address of the root group's header
 * @param length of the superblock
 * @param k the K values of B-trees
 * @param rootTree the cached address of the root group's B-tree; undefined if it is not cached
 * @param rootHeap the cached address of the root group's heap; undefined if it is not cached
 */
public record CheckedSuperblock(
        int version,
        FieldSizes sizes,
        long base,
        long end,
        long fileEnd,
        long extension,
        long driverInfo,
        long root,
        int length,
        BTreeK k,
        long rootTree,
        long rootHeap) {
    private static final int KNOWN_FLAGS = 0x07 | Superblock.EDITED_BY_FALLOW;
    private static final int GROUP_CACHED = 1;

    /**
     * Reads and checks the superblock.
     *
     * @param at the position of its signature
     * @param opened whether this session has marked the file as open
     * @return null if nothing can be reached from it
     */
    public static CheckedSuperblock read(Storage storage, long at, boolean opened, Findings findings)
            throws IOException {
        byte[] image = new byte[(int) Math.min(SuperblockV0.MAX_LENGTH, storage.size() - at)];
        storage.read(at, ByteBuffer.wrap(image));
        CheckedSuperblock[] found = {null};
        findings.attempt(
                Family.OTHER, 0, null, () -> found[0] = new Reading(findings, image, at, opened).read(storage.size()));
        return found[0];
    }

    /** Reads one superblock. */
    private static final class Reading {
        private final Findings findings;
        private final byte[] image;
        private final long at;
        private final boolean opened;
        private BTreeK k = new BTreeK(
                SuperblockV0.DEFAULT_CHUNK_K, SuperblockV0.DEFAULT_GROUP_INTERNAL_K, SuperblockV0.DEFAULT_GROUP_LEAF_K);
        private long end;
        private long root;
        private long extension = Addresses.UNDEFINED;
        private long driverInfo = Addresses.UNDEFINED;
        private long rootTree = Addresses.UNDEFINED;
        private long rootHeap = Addresses.UNDEFINED;

        Reading(Findings findings, byte[] image, long at, boolean opened) {
            this.findings = findings;
            this.image = image;
            this.at = at;
            this.opened = opened;
        }

        private void add(FindingCode code, String sentence) {
            findings.add(code, 0, null, "superblock: " + sentence);
        }

        private Defect field(String problem) {
            return new Defect(FindingCode.SB_FIELD, 0, "superblock: " + problem);
        }

        private int width(int found, String what) {
            if (found != 2 && found != 4 && found != 8) {
                throw field("expected a size of %s of 2, 4 or 8, found %d".formatted(what, found));
            }
            return found;
        }

        CheckedSuperblock read(long size) {
            if (image.length <= 8) {
                throw field("expected 9 bytes or more, found " + image.length);
            }
            int version = image[8] & 0xFF;
            if (version > 3) {
                throw new Defect(FindingCode.SB_VERSION, 0, "superblock: expected version 0 to 3, found " + version);
            }
            int widthsAt = version < 2 ? 13 : 9;
            if (image.length < widthsAt + 2) {
                throw field("expected %d bytes or more, found %d".formatted(widthsAt + 2, image.length));
            }
            FieldSizes sizes = new FieldSizes(width(image[widthsAt], "offsets"), width(image[widthsAt + 1], "lengths"));
            int length = version < 2 ? SuperblockV0.length(version, sizes) : 16 + 4 * sizes.offsets();
            if (length > image.length) {
                throw field("expected %d bytes, found %d".formatted(length, image.length));
            }
            try {
                if (version < 2) {
                    old(version, sizes, length);
                } else {
                    current(version, sizes, length);
                }
            } catch (FormatException e) {
                throw field(e.getMessage());
            }
            checkLength(size);
            long present = Math.min(end, size - at); // what is cut off is not inside the allocated space
            return new CheckedSuperblock(
                    version, sizes, at, present, size - at, extension, driverInfo, root, length, k, rootTree, rootHeap);
        }

        private void checkLength(long size) {
            if (size < at + end) {
                findings.add(
                        FindingCode.SB_TRUNCATED,
                        0,
                        null,
                        "expected a file of %d bytes according to its superblock, found %d".formatted(at + end, size));
            } else if (size > at + end) {
                findings.add(
                        FindingCode.SB_TAIL,
                        end,
                        null,
                        "%d bytes follow the end that the superblock states, %d".formatted(size - at - end, at + end));
            }
        }

        private void current(int version, FieldSizes sizes, int length) {
            int stored = LittleEndian.i32(image, length - Integer.BYTES);
            int computed = Checksum.of(image, 0, length - Integer.BYTES);
            if (stored != computed) {
                add(FindingCode.SB_CHECKSUM, "checksum: stored 0x%08x, computed 0x%08x".formatted(stored, computed));
            }
            checkFlags(version, image[11] & 0xFF);
            FieldReader in = FieldReader.of(image, 12, length, sizes, "superblock", at + 12);
            long base = in.offset();
            extension = in.offset();
            end = endOf(base, in.offset());
            root = rootOf(in.offset(), end);
            if (extension != Addresses.UNDEFINED && (extension <= 0 || extension >= end)) {
                add(
                        FindingCode.SB_EXTENSION,
                        "expected an extension address between 0 and %d, found %d".formatted(end, extension));
                extension = Addresses.UNDEFINED;
            }
        }

        private void old(int version, FieldSizes sizes, int length) {
            for (int i : new int[] {9, 10, 12}) {
                if (image[i] != 0) {
                    add(FindingCode.SB_VERSION, "expected 0 in byte %d, found %d".formatted(i, image[i] & 0xFF));
                }
            }
            FieldReader in = FieldReader.of(image, 16, length, sizes, "superblock", at + 16);
            int leafK = k(in.u16(), SuperblockV0.DEFAULT_GROUP_LEAF_K, "group leaf");
            int internalK = k(in.u16(), SuperblockV0.DEFAULT_GROUP_INTERNAL_K, "group internal");
            checkFlags(version, in.u32());
            int chunkK = SuperblockV0.DEFAULT_CHUNK_K;
            if (version == 1) {
                chunkK = k(in.u16(), SuperblockV0.DEFAULT_CHUNK_K, "chunk");
                in.skip(2);
            }
            long base = in.offset();
            if (in.offset() != Addresses.UNDEFINED) {
                add(FindingCode.SB_FIELD, "expected no address of free space, found one");
            }
            end = endOf(base, in.offset());
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

        private void checkFlags(int version, long flags) {
            if ((flags & ~KNOWN_FLAGS) != 0) {
                add(
                        FindingCode.SB_FIELD,
                        "expected consistency flags within 0x%02x, found 0x%02x".formatted(KNOWN_FLAGS, flags));
            }
            if (AnySuperblock.isMark(version, flags) && !opened) {
                add(
                        FindingCode.SB_OPEN,
                        "the file is marked as open for writing, flags 0x%02x: a program is writing it, or was killed"
                                        .formatted(flags)
                                + " before closing it");
            }
        }

        private long endOf(long base, long end) {
            if (base < 0 || end <= base) {
                throw field("expected an end of file behind the base address %d, found %d".formatted(base, end));
            }
            return end - base;
        }

        private long rootOf(long root, long end) {
            if (root <= 0 || root >= end) {
                throw new Defect(
                        FindingCode.SB_ROOT,
                        0,
                        "superblock: expected a root group between 0 and %d, found address %d".formatted(end, root));
            }
            return root;
        }
    }
}
