package dev.fallow.internal.shrink;

import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.commit.WriteOut;
import dev.fallow.internal.space.FileSpaceSetup;
import dev.fallow.internal.storage.version.Version;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A commit to which a file can be taken back after blocks were moved: what was overwritten since is kept by a {@link Version}. Only
 * for small files, because most of a file may be overwritten.
 */
public final class StateBefore implements AutoCloseable {
    private final Version version;
    private final AnySuperblock superblock;
    private final List<Run> free = new ArrayList<>();
    /** For each block that was moved, by its address now, the address that it had. */
    private final Map<Long, Long> origins = new HashMap<>();

    private record Run(int slot, long address, long size) {}

    /**
     * The last commit.
     *
     * @param version of the same; closed by this object
     * @param space whose free sections are remembered, because the file need not store them
     */
    public StateBefore(Version version, AnySuperblock superblock, FileSpace space) {
        this.version = version;
        this.superblock = superblock;
        for (int slot : space.slots()) {
            space.sections(slot).forEach((address, size) -> free.add(new Run(slot, address, size)));
        }
    }

    /** Whether a file is so short that it can be taken back. */
    public static boolean isKept(FileSpace space) {
        return space.endOfAllocation() <= Passes.SMALL;
    }

    /** Records what was moved since. */
    public void moved(Relocation relocation) {
        Map<Long, Long> now = new HashMap<>();
        relocation.forEachMove((from, to) -> {
            Long origin = origins.remove(from);
            now.put(to, origin == null ? from : origin);
        });
        origins.putAll(now);
    }

    /** Where an object was, by its address now. */
    public long before(long address) {
        return origins.getOrDefault(address, address);
    }

    /**
     * Writes back what was overwritten since, and the superblock of that commit, as one commit.
     *
     * @param cache of the last commit, without changes
     */
    public void commit(WriteOut writeOut, MetadataCache cache) throws IOException {
        FileSpace space = FileSpaceSetup.unmanaged(superblock.endOfAllocation());
        space.protectCommitted(); // so all is written through the journal
        long base = superblock.baseAddress();
        long from = base + superblock.encodedLength();
        version.forEachKept((position, length) -> {
            long start = Math.max(position, from);
            if (start < position + length) {
                ByteBuffer bytes = ByteBuffer.allocate((int) (position + length - start));
                version.read(start, bytes);
                cache.created(start - base, bytes.array(), 0);
            }
        });
        writeOut.continueWith(cache, space);
        writeOut.write(superblock);
    }

    /** Gives the free sections of that commit to a space that is in the same state. */
    public void load(FileSpace space) {
        for (Run run : free) {
            if (space.inUse(run.address, run.size)) {
                space.load(run.slot, run.address, run.size);
            }
        }
    }

    @Override
    public void close() throws IOException {
        version.close();
    }
}
