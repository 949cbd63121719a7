package dev.fallow.cli.shell;

import dev.fallow.Blocks;
import dev.fallow.Hyperslab;
import dev.fallow.Points;
import dev.fallow.Selection;
import java.util.Arrays;
import java.util.StringJoiner;

/** Selections as {@code fallow cat} takes them, if one slice says it: {@code [0:10, 5, ::2]}. */
final class SelectionText {
    /** Of more points or blocks, the first are told, and how many there are. */
    private static final int MOST = 4;

    private SelectionText() {}

    static String of(Selection selection) {
        if (selection instanceof Hyperslab slab) {
            return slab(slab);
        } else if (selection instanceof Points points) {
            return joined("points", points.count(), i -> tuple(points, i));
        } else if (selection instanceof Blocks blocks) {
            return blocks.count() == 1 ? block(blocks, 0) : joined("blocks", blocks.count(), i -> block(blocks, i));
        }
        return selection instanceof Selection.None ? "[nothing]" : "[...]";
    }

    private static String slab(Hyperslab slab) {
        StringJoiner ranges = new StringJoiner(", ", "[", "]");
        for (int i = 0; i < slab.rank(); i++) {
            ranges.add(range(slab.start()[i], slab.stride()[i], slab.count()[i], slab.block()[i]));
        }
        return ranges.toString();
    }

    private static String range(long start, long stride, long count, long block) {
        if (count == Selection.UNLIMITED || block == Selection.UNLIMITED) {
            return start + ":" + (block == 1 && stride > 1 ? ":" + stride : "");
        } else if (count == 1 || stride == block) {
            return range(start, start + count * block - 1);
        } else if (block == 1) {
            return start + ":" + (start + (count - 1) * stride + 1) + ":" + stride;
        }
        return "%d blocks of %d from %d, %d apart".formatted(count, block, start, stride);
    }

    private static String range(long first, long last) {
        return first == last ? Long.toString(first) : first + ":" + (last + 1);
    }

    private static String tuple(Points points, int number) {
        int rank = points.rank();
        return ShapeText.of(Arrays.copyOfRange(points.coordinates(), number * rank, (number + 1) * rank));
    }

    /** Corners are the first and the last element. */
    private static String block(Blocks blocks, int number) {
        int rank = blocks.rank();
        StringJoiner ranges = new StringJoiner(", ", "[", "]");
        for (int i = 0; i < rank; i++) {
            int at = 2 * rank * number + i;
            ranges.add(range(blocks.corners()[at], blocks.corners()[at + rank]));
        }
        return ranges.toString();
    }

    /** Tells one of several parts. */
    @FunctionalInterface
    private interface Part {
        String text(int number);
    }

    private static String joined(String what, int count, Part part) {
        StringJoiner joined = new StringJoiner(", ", "[" + what + " ", "]");
        for (int i = 0; i < Math.min(count, MOST); i++) {
            joined.add(part.text(i));
        }
        if (count > MOST) {
            joined.add("... (%,d in all)".formatted(count));
        }
        return joined.toString();
    }
}
