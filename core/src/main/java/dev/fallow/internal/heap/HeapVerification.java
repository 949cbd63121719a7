package dev.fallow.internal.heap;

import dev.fallow.format.FormatException;
import dev.fallow.format.heap.FractalHeapId;
import dev.fallow.freespace.Section;
import dev.fallow.freespace.ordered.OrderedFreeSpace;

/**
 * Compares the objects of a fractal heap with each other and with the heap's free space. An insertion writes into a free
 * section, so that an object there would be overwritten. O(log n) for each object; objects are not read.
 */
public final class HeapVerification {
    private final FractalHeap heap;
    private final HeapSections sections;
    /** Heap offsets of the objects that were added; those that touch are merged. */
    private final OrderedFreeSpace objects = new OrderedFreeSpace(0);

    HeapVerification(FractalHeap heap, HeapSections sections) {
        this.heap = heap;
        this.sections = sections;
    }

    /**
     * Adds the object with an ID.
     *
     * @throws FormatException if the ID is none of this heap, or the object has bytes of another one or of a free section
     */
    public void add(byte[] id) {
        if (!(heap.decode(id) instanceof FractalHeapId.Managed object)) {
            return; // huge objects are blocks of the file, tiny ones are in their IDs
        }
        Section free = sections.overlapping(object.offset(), object.length());
        if (free != null) {
            throw damaged(
                    object,
                    "found a free section of %d bytes at heap offset %d".formatted(free.size(), free.address()));
        }
        Section other = objects.overlapping(object.offset(), object.length());
        if (other != null) {
            throw damaged(
                    object,
                    "found bytes of another object at heap offset " + Math.max(other.address(), object.offset()));
        }
        objects.free(object.offset(), object.length());
    }

    private FormatException damaged(FractalHeapId.Managed object, String found) {
        return new FormatException(
                "fractal heap",
                heap.address(),
                "expected an object of %d bytes at heap offset %d, %s"
                        .formatted(object.length(), object.offset(), found));
    }
}
