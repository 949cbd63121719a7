package dev.fallow.spark.read.element;

/** The index in one dimension of consecutive elements of a box: runs of the same index. */
final class IndexRuns {
    private IndexRuns() {}

    /** Receives a run. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Takes elements with the same index.
         *
         * @param row the place of the first one
         * @param index relative to the start of the box
         */
        void visit(int row, int count, int index);
    }

    /**
     * Visits elements.
     *
     * @param first the number of the first one in the box
     */
    static void forEach(Box box, int dimension, int first, int count, Visitor visitor) {
        long stride = 1;
        for (int d = dimension + 1; d < box.count().length; d++) {
            stride *= box.count()[d];
        }
        for (int row = 0; row < count; ) {
            long run = (first + row) / stride;
            int length = (int) Math.min(count - row, (run + 1) * stride - first - row);
            visitor.visit(row, length, (int) (run % box.count()[dimension]));
            row += length;
        }
    }
}
