package dev.fallow.internal.check;

import dev.fallow.format.FormatException;
import dev.fallow.format.Widths;
import dev.fallow.format.heap.LocalHeapFreeList;
import dev.fallow.format.heap.LocalHeapPrefix;
import dev.fallow.internal.extent.Extents;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;

/** Checks one local heap, and the use of its bytes. */
final class LocalHeapCheck extends StructureCheck {
    private static final int ALIGNMENT = 8;
    private static final String DATA = "data of the local heap";

    private final long address;
    private final Extents used = new Extents();
    private byte[] data;

    private LocalHeapCheck(StructureCheck check, long address) {
        super(check, Family.LOCAL_HEAP, check.path);
        this.address = address;
    }

    /** Reads a heap; null if it cannot be read. */
    static LocalHeapCheck open(StructureCheck check, long address) throws IOException {
        LocalHeapCheck heap = new LocalHeapCheck(check, address);
        return heap.attempt(address, heap::read) ? heap : null;
    }

    private void read() throws IOException {
        String structure = LocalHeapPrefix.STRUCTURE;
        byte[] image = signed(LocalHeapPrefix.LAYOUT, address, LocalHeapPrefix.length(sizes));
        LocalHeapPrefix prefix = LocalHeapPrefix.decode(reader(image, structure, address));
        data = read(DATA, prefix.dataAddress(), prefix.dataSize());
        claim(structure, address, image.length);
        claim(DATA, prefix.dataAddress(), data.length);
        used.add(0, Math.min(ALIGNMENT, data.length), "the empty name");
        try {
            LocalHeapFreeList list =
                    LocalHeapFreeList.decode(reader(data, structure, prefix.dataAddress()), prefix.freeListHead());
            for (int i = 0; i < list.count(); i++) {
                used.add(list.offsets()[i], list.sizes()[i], "a free block");
            }
        } catch (FormatException e) {
            add(FindingCode.LHEAP_FREE, address, e.getMessage());
        }
    }

    /** The bytes of a name, without its terminator; null if there is none at the offset. */
    byte[] name(long offset) {
        if (offset < 0 || offset >= data.length) {
            return null;
        }
        int end = (int) offset;
        while (end < data.length && data[end] != 0) {
            end++;
        }
        return end == data.length ? null : Arrays.copyOfRange(data, (int) offset, end);
    }

    /** Uses the bytes of a name. */
    void use(long offset, int length) {
        used.add(offset, Math.min(Widths.align8(length + 1L), data.length - offset), "a name");
    }

    /** Finds what overlaps, after all names have been used. */
    void finish() {
        used.sweep(0, (offset, size, first, second) -> {
            String problem = "%d bytes at offset %d belong to two: %s, and %s".formatted(size, offset, first, second);
            add(FindingCode.LHEAP_OVERLAP, "local heap", address, problem);
        });
    }
}
