package dev.fallow.internal.slice;

import dev.fallow.Blocks;
import dev.fallow.Hyperslab;
import dev.fallow.Points;
import dev.fallow.Selection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** What a selection selects, found by asking for each element of the extent. */
public final class SelectionModel {
    private SelectionModel() {}

    /** The coordinates of the selected elements, in the order in which they are read. */
    public static List<long[]> elements(Selection selection, long[] extent) {
        List<long[]> selected = new ArrayList<>();
        int rank = extent.length;
        if (selection instanceof Points points) {
            for (int i = 0; i < points.count(); i++) {
                selected.add(Arrays.copyOfRange(points.coordinates(), i * rank, (i + 1) * rank));
            }
            return selected;
        }
        forEach(extent, element -> {
            if (isIn(selection, element)) {
                selected.add(element.clone());
            }
        });
        return selected;
    }

    /** Visits all elements of an extent in row-major order. */
    static void forEach(long[] extent, Consumer<long[]> visitor) {
        for (long size : extent) {
            if (size == 0) {
                return;
            }
        }
        long[] element = new long[extent.length];
        while (true) {
            visitor.accept(element);
            int d = extent.length - 1;
            while (d >= 0 && ++element[d] == extent[d]) {
                element[d--] = 0;
            }
            if (d < 0) {
                return;
            }
        }
    }

    private static boolean isIn(Selection selection, long[] element) {
        if (selection instanceof Selection.All) {
            return true;
        } else if (selection instanceof Hyperslab slab) {
            boolean in = true;
            for (int i = 0; in && i < element.length; i++) {
                in = isIn(slab, i, element[i]);
            }
            return in;
        } else if (selection instanceof Blocks blocks) {
            for (int i = 0; i < blocks.count(); i++) {
                if (isIn(blocks, i, element)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isIn(Hyperslab slab, int dimension, long coordinate) {
        for (long i = 0; i < slab.count()[dimension]; i++) {
            long from = slab.start()[dimension] + i * slab.stride()[dimension];
            if (coordinate >= from && coordinate < from + slab.block()[dimension]) {
                return true;
            }
        }
        return false;
    }

    private static boolean isIn(Blocks blocks, int block, long[] element) {
        int rank = element.length;
        for (int d = 0; d < rank; d++) {
            if (element[d] < blocks.corners()[2 * block * rank + d]
                    || element[d] > blocks.corners()[(2 * block + 1) * rank + d]) {
                return false;
            }
        }
        return true;
    }

    /** The row-major number of an element. */
    public static long number(long[] element, long[] extent) {
        long number = 0;
        for (int i = 0; i < extent.length; i++) {
            number = number * extent[i] + element[i];
        }
        return number;
    }
}
