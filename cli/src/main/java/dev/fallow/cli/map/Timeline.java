package dev.fallow.cli.map;

import dev.fallow.report.AllocationTrace;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How the bytes in use changed in a recorded session: a picture whose columns are moments, equally many calls apart, and whose rows are
 * equal parts of the addresses. The trace is read twice: for its calls and its largest address, and for the picture. Memory is proportional to the blocks in use.
 */
final class Timeline {
    static final int ROWS = 160;
    private static final int MOST_COLUMNS = 320;
    /** The number of steps of the share of a row. */
    private static final int STEPS = 63;

    /** Which bytes of a row are in use. */
    enum Use {
        /** Since before the session. */
        BEFORE,
        /** Metadata of the session. */
        METADATA,
        /** Raw data of the session. */
        RAW_DATA
    }

    private static final int USES = Use.values().length;

    private final int calls;
    private final int columns;
    private final long rowBytes;
    /** By column and row: the use that most bytes have, and the share of bytes in use; 0 for none. */
    private final byte[] picture;

    Timeline(AllocationTrace trace) {
        calls = trace.calls();
        long[] end = {0};
        trace.visit(new AllocationTrace.Visitor() {
            @Override
            public void usedBefore(long address, long size) {
                end[0] = Math.max(end[0], address + size);
            }

            @Override
            public void allocated(int call, boolean rawData, long address, long size) {
                end[0] = Math.max(end[0], address + size);
            }

            @Override
            public void released(int call, long address, long size) {
                // no larger address
            }
        });
        columns = Math.min(calls + 1, MOST_COLUMNS);
        rowBytes = Math.max(1, (end[0] + ROWS - 1) / ROWS);
        picture = new byte[columns * ROWS];
        Painter painter = new Painter();
        trace.visit(painter);
        painter.paintTo(columns);
    }

    /** Keeps the blocks in use, and the bytes of each row by use; paints a column when its moment has come. */
    private final class Painter implements AllocationTrace.Visitor {
        private final long[] used = new long[ROWS * USES];
        private final NavigableMap<Long, Block> blocks = new TreeMap<>();
        private int painted;

        private record Block(long end, Use use) {}

        @Override
        public void usedBefore(long address, long size) {
            add(Use.BEFORE, address, address + size);
        }

        @Override
        public void allocated(int call, boolean rawData, long address, long size) {
            paintBefore(call);
            add(rawData ? Use.RAW_DATA : Use.METADATA, address, address + size);
        }

        @Override
        public void released(int call, long address, long size) {
            paintBefore(call);
            long to = address + size;
            Map.Entry<Long, Block> next = blocks.floorEntry(address);
            if (next == null || next.getValue().end <= address) {
                next = blocks.higherEntry(address);
            }
            while (next != null && next.getKey() < to) {
                long start = next.getKey();
                Block block = next.getValue();
                blocks.remove(start);
                if (start < address) {
                    blocks.put(start, new Block(address, block.use));
                }
                if (block.end > to) {
                    blocks.put(to, new Block(block.end, block.use));
                }
                count(block.use, Math.max(start, address), Math.min(block.end, to), -1);
                next = blocks.higherEntry(start);
            }
        }

        private void add(Use use, long from, long to) {
            if (to > from) {
                blocks.put(from, new Block(to, use));
                count(use, from, to, 1);
            }
        }

        private void count(Use use, long from, long to, int sign) {
            for (long at = from; at < to; ) {
                int row = (int) (at / rowBytes);
                long end = Math.min(to, (row + 1) * rowBytes);
                used[row * USES + use.ordinal()] += sign * (end - at);
                at = end;
            }
        }

        private void paintBefore(int call) {
            int column = 0;
            while (painted + column < columns && callOf(painted + column) <= call) {
                column++;
            }
            paintTo(painted + column);
        }

        void paintTo(int column) {
            for (; painted < column; painted++) {
                for (int row = 0; row < ROWS; row++) {
                    long all = 0;
                    int most = 0;
                    for (int use = 0; use < USES; use++) {
                        all += used[row * USES + use];
                        most = used[row * USES + use] > used[row * USES + most] ? use : most;
                    }
                    if (all > 0) {
                        long share = Math.max(1, Math.min(STEPS, all * STEPS / rowBytes));
                        picture[painted * ROWS + row] = (byte) (most << 6 | (int) share);
                    }
                }
            }
        }
    }

    /** The number of calls made before the moment of a column. */
    int callOf(int column) {
        return columns == 1 ? 0 : (int) ((long) calls * column / (columns - 1));
    }

    int calls() {
        return calls;
    }

    int columns() {
        return columns;
    }

    long rowBytes() {
        return rowBytes;
    }

    /** By column and row: the {@link Use} times 64, and the share of bytes in use in 63 parts; 0 for none. */
    byte[] picture() {
        return picture.clone();
    }
}
