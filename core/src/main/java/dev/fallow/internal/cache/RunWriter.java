package dev.fallow.internal.cache;

import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Writes blocks, combining those that are adjacent or close into one write. */
public final class RunWriter {
    /** The maximum size of a combined write in bytes. */
    private static final int LARGEST_RUN = 1 << 18;

    /** The size of a page of the system, in which files are written to the medium; elsewhere it has no meaning. */
    private static final int PAGE_BYTES = 4_096;

    private final Storage storage;
    private final long base;
    private final List<DirtyBlock> run = new ArrayList<>();
    private Joining between;
    private Consumer<DirtyBlock> written;
    private long writes;
    private long bytesWritten;

    /** @param base the file position of address 0 */
    RunWriter(Storage storage, long base) {
        this.storage = storage;
        this.base = base;
    }

    /** Decides whether bytes between two blocks may be written with them, as they are in the file. */
    @FunctionalInterface
    public interface Joining {
        /** Joins adjacent blocks only. */
        Joining ADJACENT = (address, size) -> false;

        /**
         * Decides about bytes between two blocks.
         *
         * @param size at least 1
         */
        boolean mayWrite(long address, long size);
    }

    /**
     * Begins to write blocks. Those in the same page, or in neighbouring ones, are written together if the bytes between
     * them may be written: that adds no page to those that the system has to write.
     */
    void begin(Joining allowed, Consumer<DirtyBlock> afterwards) {
        between = allowed;
        written = afterwards;
        run.clear();
    }

    /** Writes a sealed block, behind the last one, or keeps it to write it with the next ones. */
    void add(DirtyBlock block) throws IOException {
        if (!run.isEmpty()
                && (block.end() - run.get(0).address() > LARGEST_RUN
                        || !joins(run.get(run.size() - 1).end(), block.address()))) {
            writeRun();
        }
        run.add(block);
    }

    /** Writes what is left. */
    void end() throws IOException {
        writeRun();
    }

    private boolean joins(long end, long next) {
        return end == next
                || (base + next) / PAGE_BYTES - (base + end - 1) / PAGE_BYTES <= 1 && between.mayWrite(end, next - end);
    }

    private void writeRun() throws IOException {
        if (run.isEmpty()) {
            return;
        }
        DirtyBlock first = run.get(0);
        long start = first.address();
        int length = (int) (run.get(run.size() - 1).end() - start);
        writes++;
        if (run.size() == 1) { // it may be large
            storage.write(base + start, ByteBuffer.wrap(first.bytes(), first.from(), length));
        } else {
            byte[] bytes = new byte[length];
            readBetween(bytes);
            for (DirtyBlock block : run) {
                System.arraycopy(block.bytes(), block.from(), bytes, (int) (block.address() - start), block.length());
            }
            storage.write(base + start, ByteBuffer.wrap(bytes));
        }
        bytesWritten += length;
        run.forEach(written);
        run.clear();
    }

    /** Reads the bytes between the blocks, if there are any in the file; past its end they are zero. */
    private void readBetween(byte[] bytes) throws IOException {
        long start = run.get(0).address();
        long end = run.get(0).end();
        for (int i = 1; i < run.size(); i++) {
            if (run.get(i).address() > end) {
                int present = (int) Math.max(0, Math.min(bytes.length, storage.size() - base - start));
                if (present > 0) {
                    storage.read(base + start, ByteBuffer.wrap(bytes, 0, present));
                }
                return;
            }
            end = run.get(i).end();
        }
    }

    long writes() {
        return writes;
    }

    long bytesWritten() {
        return bytesWritten;
    }
}
