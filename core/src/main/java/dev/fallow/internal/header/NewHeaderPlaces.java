package dev.fallow.internal.header;

import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.cache.Block;
import dev.fallow.internal.cache.MetadataCache;
import java.io.IOException;
import java.util.Arrays;

/**
 * Moves the headers of new objects before a commit: the last ones to free space in front of them. Where objects were created
 * and deleted since the last commit, the others would otherwise stay apart, with holes between them and a list of these.
 *
 * <p>A header has to be new, in one block, and its address in one link, which has to be in memory only: those of a group that
 * has become dense in this session. All stay where they are if the application may know an address.
 */
public final class NewHeaderPlaces {
    /** The search ends when so many more headers have found no place than have found one. */
    private static final int MOST_MISFITS = 64;

    /** After this number of headers, others may leave the cache. */
    static final int HEADERS_BETWEEN_TRIMS = 256;

    private final ObjectStore store;
    private volatile boolean known;

    NewHeaderPlaces(ObjectStore store) {
        this.store = store;
    }

    /** The application may learn addresses of new objects, or something that goes on after the next commit may. In any thread. */
    public void learnt() {
        known = true;
    }

    /** There are no new headers: they have been committed. */
    public void committed() {
        known = false;
    }

    /**
     * Moves headers. To be called between operations. O(n log n) for n links in memory. If a header that is not in memory cannot be
     * read, those before it have been moved.
     *
     * @param moved receives the new address of each header that was moved, by the old one
     * @param between run from time to time: may write and evict blocks
     */
    public void move(AddressTable moved, Change between) throws IOException {
        if (known || !hasFreeSpace() || !store.placesLater() || store.sharedMessages() != null) {
            return;
        }
        try {
            moveEach(targets(), moved, between);
        } finally {
            if (moved.size() > 0) {
                store.structureStore().replaceTargets(moved::valueOrSame);
                store.moved(moved);
                store.space().shrink();
            }
        }
    }

    private boolean hasFreeSpace() {
        FileSpace space = store.space();
        int slot = space.slotOf(ObjectStore.HEADER_SPACE, 1);
        return space.options().strategy() == Strategy.FSM_AGGR
                && Arrays.stream(space.slots()).anyMatch(used -> used == slot)
                && space.sections(slot).freeBytes() > 0;
    }

    /** The addresses in links that are in memory only, ascending. */
    private long[] targets() {
        long[][] found = {new long[64]};
        int[] count = {0};
        store.structureStore().replaceTargets(target -> {
            if (count[0] == found[0].length) {
                found[0] = Arrays.copyOf(found[0], 2 * count[0]);
            }
            found[0][count[0]++] = target;
            return target;
        });
        long[] targets = Arrays.copyOf(found[0], count[0]);
        Arrays.sort(targets);
        return targets;
    }

    private void moveEach(long[] targets, AddressTable moved, Change between) throws IOException {
        int shortestMisfit = Integer.MAX_VALUE;
        int misfits = 0;
        for (int i = targets.length - 1; i >= 0 && misfits <= moved.size() + MOST_MISFITS; i--) {
            if (!store.space().freeInLastCommit(targets[i], 1)) {
                continue; // an older object with a new link
            }
            ObjectHeader header = store.reader().peek(targets[i]);
            Block block = header.loneBlock();
            if (block != null && header.linkCount() == 1) {
                long place = block.length() < shortestMisfit ? placeBefore(block) : block.address();
                if (place == block.address()) {
                    shortestMisfit = Math.min(shortestMisfit, block.length());
                    misfits++;
                } else {
                    moved.add(block.address(), place);
                    move(header, block, place);
                }
            }
            if ((targets.length - i) % HEADERS_BETWEEN_TRIMS == 0) {
                between.apply();
            }
        }
    }

    /** Allocates space before a block; returns its own address if there is none. */
    private long placeBefore(Block block) {
        FileSpace space = store.space();
        long place = space.allocate(ObjectStore.HEADER_SPACE, block.length());
        if (place < block.address()) {
            return place;
        }
        space.release(ObjectStore.HEADER_SPACE, place, block.length());
        return block.address();
    }

    /** Moves a header. Its image stays the same, because it does not contain its address. */
    private void move(ObjectHeader peeked, Block block, long place) {
        MetadataCache cache = store.cache();
        HeaderFormat format = peeked.format();
        boolean parkable = MetadataCache.isParkable(peeked);
        store.space().release(ObjectStore.HEADER_SPACE, block.address(), block.length());
        peeked.discard();
        cache.discardParked(block.address());
        if (parkable) {
            cache.parkChanged(cache.loaded(place, block.image(), format.trailerLength()));
        } else {
            cache.keep(ObjectHeader.of(store, cache.created(place, block.image(), format.trailerLength()), format));
        }
    }
}
