package dev.fallow.internal.heap;

import dev.fallow.format.FormatException;
import dev.fallow.format.heap.FractalHeapId;
import dev.fallow.freespace.Section;
import java.io.IOException;

/**
 * Checks the objects of a fractal heap for overlaps with each other and with free space, where insertions would
 * overwrite them, and counts the free bytes. O(log n) per object for n free sections; objects are not read.
 */
public final class HeapVerification {
    private final FractalHeap heap;
    private final HeapSections sections;
    /** The heap offsets of the added objects. */
    private final TakenBytes objects = new TakenBytes();
    /** The bytes of the added managed objects. */
    private long bytes;

    /** @throws FormatException if the heap's free space is damaged */
    HeapVerification(FractalHeap heap, HeapFreeSpace freeSpace) throws IOException {
        this.heap = heap;
        sections = freeSpace.sections();
    }

    /**
     * Adds the object with an ID.
     *
     * @throws FormatException if the ID is invalid, or the object overlaps another one or a free section
     */
    public void add(byte[] id) {
        if (!(heap.decode(id) instanceof FractalHeapId.Managed object)) {
            return; // huge objects have their own blocks, tiny ones are in their IDs
        }
        Section free = sections.overlapping(object.offset(), object.length());
        if (free != null) {
            throw damaged(
                    object,
                    "found a free section of %d bytes at heap offset %d".formatted(free.size(), free.address()));
        }
        long other = objects.add(object.offset(), object.length());
        if (other >= 0) {
            throw damaged(object, "found bytes of another object at heap offset " + other);
        }
        bytes += object.length();
    }

    /** Ends the comparison, when all objects have been added. A wrong number of free bytes is corrected with the next change of the heap. */
    public void finish() {
        heap.correctFreeBytesFor(bytes);
    }

    private FormatException damaged(FractalHeapId.Managed object, String found) {
        return new FormatException(
                "fractal heap",
                heap.address(),
                "expected an object of %d bytes at heap offset %d, %s"
                        .formatted(object.length(), object.offset(), found));
    }
}
