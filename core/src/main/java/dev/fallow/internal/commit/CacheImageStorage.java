package dev.fallow.internal.commit;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FormatException;
import dev.fallow.format.message.CacheImage;
import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.format.superblock.CacheImageBlock;
import dev.fallow.internal.cache.DirtyBlock;
import dev.fallow.internal.storage.Barrier;
import dev.fallow.internal.storage.Memory;
import dev.fallow.internal.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A container's file with the blocks of its metadata cache image in the place of the bytes at their addresses, which may be older. So
 * everything that reads the container reads what counts. Before the first change of the container, the blocks that differ are written to the file, as
 * part of the first record of the journal; from then on this is the file alone, and the change removes the image.
 *
 * <p>Takes twice the bytes of the image in memory. Any number of threads may read.
 */
public final class CacheImageStorage implements Storage {
    private final Storage file;
    private final Blocks blocks;

    /** The blocks of an image, which all readers of a container share. */
    private static final class Blocks {
        private final long base;
        /** By position; no two overlap. */
        private final NavigableMap<Long, byte[]> runs = new TreeMap<>();
        /** Whether the file has the blocks. */
        private volatile boolean written;

        Blocks(long base, List<CacheImageBlock.Entry> entries) {
            this.base = base;
            entries.forEach(entry -> runs.put(base + entry.address(), entry.bytes()));
        }
    }

    private CacheImageStorage(Storage file, Blocks blocks) {
        this.file = file;
        this.blocks = blocks;
    }

    /**
     * Reads the image of a container.
     *
     * @param file owned by the result
     * @param image the message that refers to it
     * @throws FormatException if the image is damaged, or a block of it is not in the allocated space
     */
    public static CacheImageStorage of(Storage file, AnySuperblock superblock, CacheImage image) throws IOException {
        long end = superblock.endOfFile() - superblock.baseAddress();
        if (image.address() < superblock.encodedLength() || image.length() > end - image.address()) {
            throw new FormatException(
                    CacheImageBlock.STRUCTURE,
                    image.address(),
                    "expected its %d bytes before the end of allocation, %d".formatted(image.length(), end));
        }
        byte[] bytes = Memory.bytes(CacheImageBlock.STRUCTURE + " at address " + image.address(), image.length());
        file.read(superblock.baseAddress() + image.address(), ByteBuffer.wrap(bytes));
        FieldSizes sizes = superblock.sizes();
        List<CacheImageBlock.Entry> entries = new ArrayList<>(
                CacheImageBlock.decode(FieldReader.of(bytes, sizes, CacheImageBlock.STRUCTURE, image.address()))
                        .entries());
        entries.sort(Comparator.comparingLong(CacheImageBlock.Entry::address));
        long least = superblock.encodedLength();
        for (CacheImageBlock.Entry entry : entries) {
            boolean overImage = entry.address() < image.address() + image.length()
                    && entry.address() > image.address() - entry.bytes().length;
            if (entry.address() < least || entry.bytes().length > end - entry.address() || overImage) {
                throw new FormatException(
                        CacheImageBlock.STRUCTURE,
                        image.address(),
                        "block of %d bytes at address %d: expected it between %d and the end of allocation, %d, and beside the image"
                                .formatted(entry.bytes().length, entry.address(), least, end));
            }
            least = entry.address() + entry.bytes().length;
        }
        return new CacheImageStorage(file, new Blocks(superblock.baseAddress(), entries));
    }

    /** The file without the image. */
    public Storage file() {
        return file;
    }

    /** The blocks that differ from the file, in the order of their addresses; none once they are {@linkplain #setWritten written}. */
    List<DirtyBlock> differing() throws IOException {
        List<DirtyBlock> differing = new ArrayList<>();
        for (Map.Entry<Long, byte[]> run :
                blocks.written ? Map.<Long, byte[]>of().entrySet() : blocks.runs.entrySet()) {
            byte[] bytes = run.getValue();
            byte[] found = new byte[bytes.length];
            file.read(run.getKey(), ByteBuffer.wrap(found));
            if (!Arrays.equals(found, bytes)) {
                differing.add(new DirtyBlock(run.getKey() - blocks.base, bytes, 0, bytes.length, null, -1));
            }
        }
        return differing;
    }

    /** The file has all blocks. */
    void setWritten() {
        blocks.written = true;
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
        int from = target.position();
        boolean replacing = !blocks.written;
        file.read(position, target);
        if (replacing) {
            RecoveredView.replace(blocks.runs, position, target, from);
        }
    }

    @Override
    public Storage forReaders() {
        Storage other = file.forReaders();
        return other == file ? this : new CacheImageStorage(other, blocks);
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    public long announcedBytes() {
        return file.announcedBytes();
    }

    @Override
    public void willRead(long[] positions, long[] lengths) {
        file.willRead(positions, lengths);
    }

    @Override
    public void write(long position, ByteBuffer source) throws IOException {
        file.write(position, source);
    }

    @Override
    public void resize(long size) throws IOException {
        file.resize(size);
    }

    @Override
    public void force() throws IOException {
        file.force();
    }

    @Override
    public boolean observes(Barrier barrier) {
        return file.observes(barrier);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
