package dev.fallow.cli.space;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** Chooses the rows of a tree that fit on a screen: the objects that hold most, wherever they are, below their parents. */
public final class TreeRows {
    /** A row of one object, with its number, or of a number of objects that are left out; with the depth, and the bytes held. */
    public record Row(int number, int depth, long held, long count) {
        /** Stands for objects that are left out. */
        public static final int MORE = -1;

        /** The name of the object of the row. */
        public String name(HolderTree tree) {
            return number == MORE ? "%,d others".formatted(count) : tree.name(number);
        }
    }

    private final HolderTree tree;
    private final int depth;
    private final int most;
    private final long least;
    /** The chosen children of each chosen object, the largest first. */
    private final Map<Integer, List<Integer>> chosen = new HashMap<>();

    /** A child of a chosen object that is not chosen; the children of one parent are candidates one after the other. */
    private record Candidate(int parent, Deque<Integer> left, int depth) {}

    /**
     * At most {@code most} rows, of {@code depth} levels below the object at the top, of objects that hold the least bytes or more. Below
     * the top, an object without such children has no row for them.
     */
    public TreeRows(HolderTree tree, int depth, int most, long least) {
        this.tree = tree;
        this.depth = depth;
        this.most = most;
        this.least = least;
    }

    /** The rows of an object and of what is below it. */
    public List<Row> of(int top) {
        PriorityQueue<Candidate> candidates =
                new PriorityQueue<>(Comparator.comparingLong((Candidate one) -> -tree.held(one.left.peek()))
                        .thenComparingInt(one -> one.left.peek()));
        int rows = 1 + offer(candidates, top, 0);
        while (!candidates.isEmpty()) {
            Candidate next = candidates.poll();
            int child = next.left.peek();
            int more = next.left.size() > 1 ? 1 : 0; // the last one replaces the row that says how many are left out
            int below = next.depth < depth && tree.hasChildren(child) ? 1 : 0;
            if (rows + more + below > most) {
                continue;
            }
            next.left.remove();
            rows += more;
            chosen.computeIfAbsent(next.parent, parent -> new ArrayList<>()).add(child);
            rows += offer(candidates, child, next.depth);
            if (!next.left.isEmpty()) {
                candidates.add(next);
            }
        }
        return rowsOf(top);
    }

    /** Makes the children of a chosen object candidates; returns the number of rows that say that they are left out. */
    private int offer(PriorityQueue<Candidate> candidates, int parent, int parentDepth) {
        if (parentDepth >= depth || !tree.hasChildren(parent)) {
            return 0;
        }
        Deque<Integer> children = largest(parent);
        if (!children.isEmpty()) {
            candidates.add(new Candidate(parent, children, parentDepth + 1));
        }
        return 1;
    }

    /** The children that can be shown, the largest first. */
    private Deque<Integer> largest(int parent) {
        Comparator<Integer> largestFirst =
                Comparator.<Integer>comparingLong(child -> -tree.held(child)).thenComparing(Comparator.naturalOrder());
        PriorityQueue<Integer> kept = new PriorityQueue<>(largestFirst.reversed());
        tree.children(parent).filter(child -> tree.held(child) >= least).forEach(child -> {
            kept.add(child);
            if (kept.size() > most) {
                kept.remove();
            }
        });
        return new ArrayDeque<>(kept.stream().sorted(largestFirst).toList());
    }

    private List<Row> rowsOf(int top) {
        List<Row> rows = new ArrayList<>();
        Deque<Row> toVisit = new ArrayDeque<>();
        toVisit.push(new Row(top, 0, tree.held(top), 1));
        while (!toVisit.isEmpty()) {
            Row row = toVisit.pop();
            rows.add(row);
            if (row.number() == Row.MORE || row.depth() >= depth) {
                continue;
            }
            List<Integer> children = chosen.getOrDefault(row.number(), List.of());
            long count = tree.children(row.number()).count() - children.size();
            if (count > 0 && (least == 0 || row.depth() == 0 || !children.isEmpty())) {
                toVisit.push(new Row(Row.MORE, row.depth() + 1, leftOut(row.number(), children), count));
            }
            for (int i = children.size() - 1; i >= 0; i--) {
                int child = children.get(i);
                toVisit.push(new Row(child, row.depth() + 1, tree.held(child), 1));
            }
        }
        return rows;
    }

    private long leftOut(int parent, List<Integer> shown) {
        return tree.children(parent).mapToLong(tree::held).sum()
                - shown.stream().mapToLong(tree::held).sum();
    }
}
