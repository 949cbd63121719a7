package dev.fallow.research.blockstore.internal;

import dev.fallow.StorageException;
import dev.fallow.internal.storage.Storage;
import dev.fallow.research.blockstore.DiskAccesses;
import dev.fallow.research.blockstore.Forcing;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The file of a store. Counts accesses, forces writes as configured, and refuses writes after a write has failed. */
final class Disk {
    private final Storage storage;
    private final String name;
    private final Forcing forcing;
    private long reads;
    private long bytesRead;
    private long writes;
    private long bytesWritten;
    private long forces;
    private boolean failed;

    Disk(Storage storage, String name, Forcing forcing) {
        this.storage = storage;
        this.name = name;
        this.forcing = forcing;
    }

    String name() {
        return name;
    }

    long size() {
        try {
            return storage.size();
        } catch (IOException e) {
            throw new StorageException(name + ": " + e.getMessage(), e);
        }
    }

    void read(long position, ByteBuffer target) {
        reads++;
        bytesRead += target.remaining();
        try {
            storage.read(position, target);
        } catch (IOException e) {
            throw new StorageException(name + ", position " + position + ": " + e.getMessage(), e);
        }
    }

    /** Reads up to the end of the file; the rest of the buffer is unchanged. */
    void readPresent(long position, ByteBuffer target) {
        int wanted = target.remaining();
        long present = Math.max(0, Math.min(wanted, size() - position));
        if (present > 0) {
            int limit = target.limit();
            target.limit(target.position() + (int) present);
            read(position, target);
            target.limit(limit);
        }
        target.position(target.position() + wanted - (int) present);
    }

    void write(long position, ByteBuffer source) {
        requireSound();
        writes++;
        bytesWritten += source.remaining();
        try {
            storage.write(position, source);
            if (forcing == Forcing.EACH_WRITE) {
                forces++;
                storage.force();
            }
        } catch (IOException e) {
            failed = true;
            throw new StorageException(name + ", position " + position + ": " + e.getMessage(), e);
        }
    }

    /** Forces earlier writes, unless forcing is off or they have already been forced. */
    void force() {
        if (forcing == Forcing.AT_CHECKPOINT) {
            try {
                forces++;
                storage.force();
            } catch (IOException e) {
                failed = true;
                throw new StorageException(name + ": " + e.getMessage(), e);
            }
        }
    }

    /**
     * Forces what an earlier session has written, unless forcing is off: a program that was killed may not have forced all of it,
     * and what a recovery writes depends on it.
     */
    void forceFound() {
        if (forcing != Forcing.NEVER) {
            try {
                forces++;
                storage.force();
            } catch (IOException e) {
                failed = true;
                throw new StorageException(name + ": " + e.getMessage(), e);
            }
        }
    }

    void truncate(long size) {
        try {
            if (storage.size() > size) {
                storage.resize(size);
            }
        } catch (IOException e) {
            failed = true;
            throw new StorageException(name + ": " + e.getMessage(), e);
        }
    }

    boolean failed() {
        return failed;
    }

    /** @throws StorageException if a write has failed, because the content of the medium is then unknown */
    void requireSound() {
        if (failed) {
            throw new StorageException(name + ": a write has failed; reopen the store before changing it");
        }
    }

    void close() {
        try {
            storage.close();
        } catch (IOException e) {
            throw new StorageException(name + ": " + e.getMessage(), e);
        }
    }

    DiskAccesses accesses() {
        return new DiskAccesses(reads, bytesRead, writes, bytesWritten, forces);
    }
}
