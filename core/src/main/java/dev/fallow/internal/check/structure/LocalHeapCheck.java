package dev.fallow.internal.check.structure;

import dev.fallow.format.FieldReader;
import dev.fallow.format.Widths;
import dev.fallow.format.heap.LocalHeapFreeList;
import dev.fallow.format.heap.LocalHeapPrefix;
import dev.fallow.internal.extent.Extents;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.Arrays;

/** Checks one local heap, and the use of its bytes. */
public final class LocalHeapCheck extends StructureCheck {
    private static final int ALIGNMENT = 8;

    private final long address;
    private final Extents used = new Extents();
    private LocalHeapPrefix prefix;
    private byte[] data;

    private LocalHeapCheck(Context context, long address, PathNode path) {
        super(context, Family.LOCAL_HEAP, path);
        this.address = address;
    }

    /** Reads a heap; null if it cannot be read. */
    public static LocalHeapCheck open(Context context, long address, PathNode path) throws IOException {
        LocalHeapCheck check = new LocalHeapCheck(context, address, path);
        return check.attempt(address, check::read) ? check : null;
    }

    private void read() throws IOException {
        String structure = LocalHeapPrefix.STRUCTURE;
        int length = LocalHeapPrefix.length(sizes);
        byte[] image = signed(LocalHeapPrefix.LAYOUT, address, length);
        prefix = LocalHeapPrefix.decode(context.reader(image, structure, address));
        data = context.read(Family.LOCAL_HEAP, "data of the local heap", prefix.dataAddress(), prefix.dataSize());
        claim(structure, address, length);
        claim("data of the local heap", prefix.dataAddress(), data.length);
        used.add(0, Math.min(ALIGNMENT, data.length), "the empty name");
        try {
            FieldReader in = context.reader(data, structure, prefix.dataAddress());
            LocalHeapFreeList list = LocalHeapFreeList.decode(in, prefix.freeListHead());
            for (int i = 0; i < list.count(); i++) {
                used.add(list.offsets()[i], list.sizes()[i], "a free block");
            }
        } catch (dev.fallow.format.FormatException e) {
            add(FindingCode.LHEAP_FREE, address, e.getMessage());
        }
    }

    /** The bytes of a name, without its terminator; null if there is none at the offset. */
    public byte[] name(long offset) {
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
    public void use(long offset, int length) {
        used.add(offset, Math.min(Widths.align8(length + 1L), data.length - offset), "a name");
    }

    /** Finds what overlaps, once all names have been used. */
    public void finish() {
        used.sweep(0, new Extents.Sweep() {
            @Override
            public void claimed(long offset, long size, Object label) {
                // as expected
            }

            @Override
            public void unclaimed(long offset, long size) {
                // too short for the free list, or lost
            }

            @Override
            public void overlap(long offset, long size, Object first, Object second) {
                add(
                        FindingCode.LHEAP_OVERLAP,
                        address,
                        sentence(
                                "local heap",
                                address,
                                "%d bytes at offset %d belong to two: %s, and %s"
                                        .formatted(size, offset, first, second)));
            }
        });
    }
}
