package dev.fallow.spark.space;

import dev.fallow.ContainerFile;
import dev.fallow.spark.hadoop.FileEntry;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/**
 * The objects of one file, one at a time. A listing calls a visitor, and a reader of Spark returns the next row on demand; so a thread lists,
 * a few hundred rows ahead. A file of any size takes bounded memory.
 */
final class ObjectStream implements AutoCloseable {
    private static final int ROWS_AHEAD = 512;
    private static final long WAIT_MILLIS = 50;
    private static final Object[] END = {};

    private final BlockingQueue<Object[]> rows = new ArrayBlockingQueue<>(ROWS_AHEAD);
    private final String name;
    private final Thread lister;
    private volatile boolean closed;
    /** An error that is not the file's; read after {@link #END}. */
    private Error failure;

    private boolean ended;

    /** Opens a file, and begins to list it. */
    ObjectStream(FileEntry entry, Configuration configuration, Set<ObjectColumn> wanted) {
        name = entry.printable();
        ContainerFile container;
        try {
            container = FleetFiles.open(entry.path(), configuration, false);
        } catch (IOException | RuntimeException e) {
            FleetFiles.endIfKilled();
            rows.add(ObjectFigures.failed(name, FleetFiles.message(e)));
            rows.add(END);
            lister = null;
            return;
        }
        lister = new Thread(() -> list(container, wanted), "fallow-objects " + name);
        lister.setDaemon(true);
        lister.start();
    }

    private void list(ContainerFile container, Set<ObjectColumn> wanted) {
        try (container) {
            container
                    .root()
                    .forEachEntry(
                            Integer.MAX_VALUE,
                            (entry, depth, last) -> put(ObjectFigures.of(name, container, entry, wanted)));
        } catch (CancellationException e) {
            return; // closed: nobody waits for the end
        } catch (RuntimeException e) {
            putUnlessClosed(ObjectFigures.failed(name, FleetFiles.message(e)));
        } catch (Error e) {
            failure = e;
        }
        putUnlessClosed(END);
    }

    private void putUnlessClosed(Object[] row) {
        try {
            put(row);
        } catch (CancellationException e) {
            // no thread waits
        }
    }

    private void put(Object[] row) {
        try {
            while (!rows.offer(row, WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                if (closed) {
                    throw new CancellationException(name);
                }
            }
        } catch (InterruptedException e) {
            throw new CancellationException(name);
        }
        if (closed) {
            throw new CancellationException(name);
        }
    }

    /** The figures of the next object; null at the end. */
    Object[] next() {
        if (ended) {
            return null;
        }
        Object[] row = null;
        try {
            while (row == null) {
                FleetFiles.endIfKilled();
                row = rows.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            FleetFiles.endIfKilled();
            throw new CancellationException(name + ": interrupted");
        }
        ended = row == END;
        if (ended && failure != null) {
            throw failure;
        }
        return ended ? null : row;
    }

    /** Ends the listing, and waits until the file is closed. */
    @Override
    public void close() {
        closed = true;
        rows.clear();
        boolean interrupted = false;
        while (lister != null && lister.isAlive()) {
            try {
                lister.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
