package dev.fallow.format.space;

import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.LittleEndian;
import java.util.Arrays;

/**
 * Encodes a {@link SectionList} in two passes over the sections: the first counts those of each size, the second puts each where it
 * belongs. Besides the list, only the distinct sizes take memory, so a file may have many sections.
 */
public final class SectionGroups {
    private static final int SMALLEST = 16;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;
    private static final int CHECKSUM_LENGTH = 4;

    /** A hash table, at most half full; 0 is in an empty slot. */
    private long[] sizes = new long[SMALLEST];

    private int[] counts = new int[SMALLEST];
    /** The bytes of additional data; from {@link #encode} on, where the next section comes. */
    private int[] bytes = new int[SMALLEST];

    private int distinct;
    private int sections;

    /** Receives a section. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Puts a section.
         *
         * @param extra its additional data; of length 0 if it has none
         */
        void put(long address, long size, int sectionClass, byte[] extra);
    }

    /** Passes over the sections. */
    @FunctionalInterface
    public interface Pass {
        /** Gives all sections that were counted, in the order of addresses. */
        void over(Sink sink);
    }

    private int slot(long size) {
        int mask = sizes.length - 1;
        int slot = (int) (size * SPREAD >>> Integer.SIZE) & mask;
        while (sizes[slot] != size && sizes[slot] != 0) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /**
     * Counts a section.
     *
     * @param extraBytes the length of its additional data
     */
    public void count(long size, int extraBytes) {
        int slot = slot(size);
        if (sizes[slot] == 0) {
            if (2 * ++distinct > sizes.length) {
                grow();
                slot = slot(size);
            }
            sizes[slot] = size;
        }
        counts[slot]++;
        bytes[slot] += extraBytes;
        sections++;
    }

    private void grow() {
        long[] oldSizes = sizes;
        int[] oldCounts = counts;
        int[] oldBytes = bytes;
        sizes = new long[2 * oldSizes.length];
        counts = new int[sizes.length];
        bytes = new int[sizes.length];
        for (int i = 0; i < oldSizes.length; i++) {
            if (oldSizes[i] != 0) {
                int slot = slot(oldSizes[i]);
                sizes[slot] = oldSizes[i];
                counts[slot] = oldCounts[i];
                bytes[slot] = oldBytes[i];
            }
        }
    }

    /** The number of distinct sizes. */
    public int distinctSizes() {
        return distinct;
    }

    /** The number of sections. */
    public int sections() {
        return sections;
    }

    /**
     * The list in {@code listUsedSize} bytes, as stored in the header, by size and then by address, with zeros in place of the
     * checksum. Called once.
     *
     * @param pass over the sections that were counted
     */
    public byte[] encode(FieldSizes widths, FreeSpaceHeader header, long headerAddress, Pass pass) {
        if (header.serializedSections() != sections) {
            throw new IllegalArgumentException(
                    "header of " + header.serializedSections() + " sections, list of " + sections);
        }
        byte[] image = new byte[Math.toIntExact(header.listUsedSize())];
        FieldWriter start = new FieldWriter(widths).begin(SectionList.LAYOUT, 0).offset(headerAddress);
        int end = start.position();
        long[] ascending =
                Arrays.stream(sizes).filter(size -> size != 0).sorted().toArray();
        for (long size : ascending) {
            int slot = slot(size);
            int from = end + header.countWidth() + header.sizeWidth();
            end = Math.addExact(from, counts[slot] * (header.addressWidth() + 1) + bytes[slot]);
            if (end <= image.length) {
                LittleEndian.put(
                        image, from - header.sizeWidth() - header.countWidth(), header.countWidth(), counts[slot]);
                LittleEndian.put(image, from - header.sizeWidth(), header.sizeWidth(), size);
            }
            bytes[slot] = from;
        }
        if (end > image.length - CHECKSUM_LENGTH) {
            throw new IllegalArgumentException("section list of " + (end + CHECKSUM_LENGTH)
                    + " bytes, found a used size of " + header.listUsedSize());
        }
        start.copyTo(image, 0);
        pass.over((address, size, sectionClass, extra) -> {
            int slot = slot(size);
            int at = bytes[slot];
            LittleEndian.put(image, at, header.addressWidth(), address);
            at += header.addressWidth();
            image[at++] = (byte) sectionClass;
            System.arraycopy(extra, 0, image, at, extra.length);
            bytes[slot] = at + extra.length;
        });
        return image;
    }
}
