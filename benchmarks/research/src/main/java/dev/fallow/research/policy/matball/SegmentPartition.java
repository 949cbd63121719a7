package dev.fallow.research.policy.matball;

import java.util.ArrayList;
import java.util.List;

/**
 * Lists the segments of an extent (definition 1, figure 1), which {@link AllocationMatrix} only counts and
 * {@link SegmentMapping} only computes. For inspection; allocation does not use it.
 */
public final class SegmentPartition {
    private final ExtentShape shape;

    /** Creates the partition of extents with these parameters. */
    public SegmentPartition(ExtentShape shape) {
        this.shape = shape;
    }

    /** The log2 s + 1 segments of level 0, in order of position. */
    public List<Segment> top() {
        return series(0, Segment.TOP, 0, shape.lgBlocks());
    }

    /**
     * The parts of a segment on the next level, in order of position: the head and indexes 0 to index - 1, in total
     * index + 1 segments; none if the segment is smaller than the threshold.
     */
    public List<Segment> children(Segment segment) {
        return shape.isPartitioned(segment.index())
                ? series(segment.level() + 1, segment.index(), segment.position(), segment.index())
                : List.of();
    }

    /**
     * All segments of a level, in order of position. Time and space are linear in their number, at most s.
     *
     * @throws IllegalArgumentException if the level is not between 0 and {@link ExtentShape#levels()}
     */
    public List<Segment> level(int level) {
        if (level < 0 || level > shape.levels()) {
            throw new IllegalArgumentException("level " + level + ": expected 0 to " + shape.levels());
        }
        List<Segment> segments = top();
        for (int i = 0; i < level; i++) {
            segments = segments.stream()
                    .flatMap(segment -> children(segment).stream())
                    .toList();
        }
        return segments;
    }

    /** The segments of all levels that are not partitioned, in order of position. Together they cover the extent. */
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
