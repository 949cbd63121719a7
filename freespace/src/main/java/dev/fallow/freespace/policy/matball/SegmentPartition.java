package dev.fallow.freespace.policy.matball;

import java.util.ArrayList;
import java.util.List;

/**
 * The segments of an extent one by one (definition 1, figure 1): what {@link AllocationMatrix} counts and {@link
 * SegmentMapping} calculates without making them. Of use to look at a partition; allocation does not need it.
 */
public final class SegmentPartition {
    private final ExtentShape shape;

    /** The partition of extents of a shape. */
    public SegmentPartition(ExtentShape shape) {
        this.shape = shape;
    }

    /** The log2 s + 1 segments of level 0, by position. */
    public List<Segment> top() {
        return series(0, Segment.TOP, 0, shape.lgBlocks());
    }

    /**
     * What a segment is partitioned into at the next level, by position: the head and 0 to index - 1, which are index + 1
     * segments; none if it is smaller than the threshold.
     */
    public List<Segment> children(Segment segment) {
        return shape.isPartitioned(segment.index())
                ? series(segment.level() + 1, segment.index(), segment.position(), segment.index())
                : List.of();
    }

    /**
     * All segments of a level, by position. Time and space in Θ(segments), at most s.
     *
     * @throws IllegalArgumentException if the level is not from 0 to {@link ExtentShape#levels()}
     */
    public List<Segment> level(int level) {
        if (level < 0 || level > shape.levels()) {
            throw new IllegalArgumentException("level " + level + ", there are 0 to " + shape.levels());
        }
        List<Segment> segments = top();
        for (int i = 0; i < level; i++) {
            segments = segments.stream()
                    .flatMap(segment -> children(segment).stream())
                    .toList();
        }
        return segments;
    }

    /** The segments that are not partitioned, of all levels, by position: together they are the extent. */
    public List<Segment> leaves() {
        List<Segment> leaves = new ArrayList<>();
        top().forEach(segment -> addLeaves(segment, leaves));
        return leaves;
    }

    private void addLeaves(Segment segment, List<Segment> leaves) {
        if (shape.isPartitioned(segment.index())) {
            children(segment).forEach(child -> addLeaves(child, leaves));
        } else {
            leaves.add(segment);
        }
    }

    private static List<Segment> series(int level, int parent, int position, int indices) {
        List<Segment> series = new ArrayList<>();
        series.add(new Segment(level, parent, Segment.HEAD, position));
        for (int index = 0; index < indices; index++) {
            series.add(new Segment(level, parent, index, position + (1 << index)));
        }
        return series;
    }
}
