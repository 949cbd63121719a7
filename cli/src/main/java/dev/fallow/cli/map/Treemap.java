package dev.fallow.cli.map;

import dev.fallow.cli.space.HolderTree;
import dev.fallow.cli.space.TreeRow;
import java.util.ArrayList;
import java.util.List;

/** Divides a rectangle by the bytes that objects hold, such that the parts are as square as is easy (Bruls and others). */
final class Treemap {
    /** The smallest part that is divided further, in pixels. */
    private static final double LEAST_SIDE = 6;

    private final List<TreeRow> rows;
    private final List<Box> boxes = new ArrayList<>();
    private final int header;

    /**
     * A rectangle.
     *
     * @param row the row whose object it shows
     * @param divided whether its children are drawn inside of it
     */
    record Box(int row, double x, double y, double width, double height, boolean divided) {}

    /**
     * @param rows of a tree, each before its children, the largest first
     * @param header the height of the name of an object with children, in pixels
     */
    Treemap(List<TreeRow> rows, int header) {
        this.rows = rows;
        this.header = header;
    }

    /** The rectangles of all rows, each before its children. */
    List<Box> divide(double x, double y, double width, double height) {
        place(0, x, y, width, height);
        return boxes;
    }

    private int end(int row) {
        int end = row + 1;
        while (end < rows.size() && rows.get(end).depth() > rows.get(row).depth()) {
            end++;
        }
        return end;
    }

    private void place(int row, double x, double y, double width, double height) {
        int end = end(row);
        boolean divided = end > row + 1 && width >= LEAST_SIDE && height >= header + LEAST_SIDE;
        boxes.add(new Box(row, x, y, width, height, divided));
        if (!divided) {
            return;
        }
        List<Integer> children = new ArrayList<>();
        long sum = 0;
        for (int child = row + 1; child < end; child = end(child)) {
            if (rows.get(child).held() > 0) {
                children.add(child);
                sum += rows.get(child).held();
            }
        }
        children.sort((a, b) -> Long.compare(rows.get(b).held(), rows.get(a).held()));
        // what an object holds itself is left free, at the end
        double share = rows.get(row).held() <= 0
                ? 0
                : Math.min(1, (double) sum / rows.get(row).held());
        double innerWidth = Math.max(0, width - 2);
        double innerHeight = Math.max(0, height - header - 1);
        if (innerWidth >= innerHeight) {
            innerWidth *= share;
        } else {
            innerHeight *= share;
        }
        squarify(children, sum, x + 1, y + header, innerWidth, innerHeight);
    }

    private void squarify(List<Integer> children, long sum, double x, double y, double width, double height) {
        double left = sum;
        double atX = x;
        double atY = y;
        double restWidth = width;
        double restHeight = height;
        for (int from = 0; from < children.size() && restWidth > 0 && restHeight > 0; ) {
            double side = Math.min(restWidth, restHeight);
            double scale = restWidth * restHeight / left;
            int to = from;
            double row = 0;
            double worst = Double.MAX_VALUE;
            while (to < children.size()) {
                double next = row + rows.get(children.get(to)).held() * scale;
                double now = worst(
                        rows.get(children.get(from)).held() * scale,
                        rows.get(children.get(to)).held() * scale,
                        next,
                        side);
                if (now > worst) {
                    break;
                }
                worst = now;
                row = next;
                to++;
            }
            double thickness = row / side;
            double at = 0;
            for (int i = from; i < to; i++) {
                double length = rows.get(children.get(i)).held() * scale / thickness;
                if (restWidth >= restHeight) {
                    place(children.get(i), atX, atY + at, thickness, length);
                } else {
                    place(children.get(i), atX + at, atY, length, thickness);
                }
                at += length;
                left -= rows.get(children.get(i)).held();
            }
            if (restWidth >= restHeight) {
                atX += thickness;
                restWidth -= thickness;
            } else {
                atY += thickness;
                restHeight -= thickness;
            }
            from = to;
        }
    }

    /** The worst ratio of the sides of a row. */
    private static double worst(double largest, double smallest, double sum, double side) {
        double square = side * side;
        return Math.max(square * largest / (sum * sum), sum * sum / (square * smallest));
    }

    /** The name of the object of a row. */
    static String name(HolderTree tree, TreeRow row) {
        return row.number() == TreeRow.MORE ? "%,d others".formatted(row.count()) : tree.name(row.number());
    }
}
