package dev.fallow.cli.space;

import dev.fallow.report.FreeSection;
import dev.fallow.report.SpaceReport;
import java.util.List;

/** A one-line picture of a file: each character represents an equal share of its bytes. */
public final class SpaceLine {
    private static final int WIDTH = 72;
    private static final char LIVE = '#';
    private static final char FREE = '.';
    private static final char UNTRACKED = '?';

    private SpaceLine() {}

    /** The meaning of the characters. */
    public static String legend() {
        return LIVE + " live   " + FREE + " free   " + UNTRACKED + " untracked";
    }

    /**
     * Draws a file.
     *
     * @param scaleBytes the file length that fills the whole line; shorter files are drawn shorter
     */
    public static String draw(SpaceReport report, long scaleBytes) {
        int width = (int) Math.max(1, Math.ceil((double) WIDTH * report.fileBytes() / Math.max(1, scaleBytes)));
        StringBuilder line = new StringBuilder(width + 2).append('[');
        for (int i = 0; i < width; i++) {
            long from = scaleBytes * i / WIDTH;
            long to = Math.min(report.fileBytes(), scaleBytes * (i + 1) / WIDTH);
            long free = covered(report.sections(), from, to);
            long untracked = covered(report.untracked(), from, to);
            long live = to - from - free - untracked;
            line.append(live >= free && live >= untracked ? LIVE : free >= untracked ? FREE : UNTRACKED);
        }
        return line.append(']').toString();
    }

    private static long covered(List<FreeSection> runs, long from, long to) {
        long bytes = 0;
        for (FreeSection run : runs) {
            bytes += Math.max(0, Math.min(to, run.address() + run.size()) - Math.max(from, run.address()));
        }
        return bytes;
    }
}
