package dev.fallow.benchmarks.shrink;

import java.util.List;

/**
 * What became of a file.
 *
 * @param points one after each session
 */
record Trail(List<Point> points, int fullSession) {
    /**
     * After a session.
     *
     * @param length of the closed file
     * @param highest length after a commit of the session, or on closing
     * @param writtenBytes in this session, to the file and its journal
     * @param storedBytes elements that the application has added in this session, as stored
     * @param liveBytes of the closed file, by Fallow's account
     */
    record Point(long length, long highest, long writtenBytes, long storedBytes, long liveBytes) {
        double ratio() {
            return (double) length / liveBytes;
        }
    }

    /** The highest ratio of a closed file, once the amount of data is constant. */
    double highestRatio() {
        return full().stream().mapToDouble(Point::ratio).max().orElseThrow();
    }

    /** The highest length during a session, in multiples of the live bytes at its end. */
    double highestWithin() {
        return full().stream()
                .mapToDouble(point -> (double) point.highest() / point.liveBytes())
                .max()
                .orElseThrow();
    }

    double lastRatio() {
        return points.get(points.size() - 1).ratio();
    }

    double meanRatio() {
        return full().stream().mapToDouble(Point::ratio).average().orElseThrow();
    }

    long lastLength() {
        return points.get(points.size() - 1).length();
    }

    /** All bytes written, in multiples of the elements added, from the beginning. */
    double writtenPerStored() {
        return (double) points.stream().mapToLong(Point::writtenBytes).sum()
                / points.stream().mapToLong(Point::storedBytes).sum();
    }

    private List<Point> full() {
        return points.subList(Math.min(fullSession, points.size() - 1), points.size());
    }
}
