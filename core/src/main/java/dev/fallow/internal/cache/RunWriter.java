package dev.fallow.internal.cache;

import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
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
     * Writes blocks. Those in the same page, or in neighbouring ones, are written together if the bytes between them may
     * be written: that adds no page to those that the system has to write.
     *
     * @param blocks sealed, in address order
     * @param written receives each block that has been written
     */
    void write(List<DirtyBlock> blocks, Joining between, Consumer<DirtyBlock> written) throws IOException {
        int from = 0;
        for (int i = 1; i < blocks.size(); i++) {
            DirtyBlock block = blocks.get(i);
            if (block.end() - blocks.get(from).address() > LARGEST_RUN
                    || !joins(blocks.get(i - 1).end(), block.address(), between)) {
                writeRun(blocks.subList(from, i), written);
                from = i;
            }
        }
        writeRun(blocks.subList(from, blocks.size()), written);
    }

    private boolean joins(long end, long next, Joining between) {
        return end == next
                || (base + next) / PAGE_BYTES - (base + end - 1) / PAGE_BYTES <= 1 && between.mayWrite(end, next - end);
    }

    private void writeRun(List<DirtyBlock> run, Consumer<DirtyBlock> written) throws IOException {
        if (run.isEmpty()) {
            return;
        }
        long start = run.get(0).address();
        byte[] bytes = new byte[(int) (run.get(run.size() - 1).end() - start)];
        readBetween(run, bytes);
        for (DirtyBlock block : run) {
            System.arraycopy(block.bytes(), block.from(), bytes, (int) (block.address() - start), block.length());
        }
        storage.write(base + start, ByteBuffer.wrap(bytes));
        writes++;
        bytesWritten += bytes.length;
        run.forEach(written);
    }

    /** Reads the bytes between the blocks, if there are any in the file; past its end they are zero. */
    private void readBetween(List<DirtyBlock> run, byte[] bytes) throws IOException {
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

    /** The number of writes so far. */
    long writes() {
        return writes;
    }

    /** The number of bytes written so far. */
    long bytesWritten() {
        return bytesWritten;
    }
}
