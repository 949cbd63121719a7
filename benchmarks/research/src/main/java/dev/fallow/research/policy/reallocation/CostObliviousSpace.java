package dev.fallow.research.policy.reallocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reallocation that does not know what moving costs, after M. A. Bender, M. Farach-Colton, S. P. Fekete, J. T. Fineman
 * and S. Gilbert, <i>Cost-Oblivious Storage Reallocation</i> (ACM Transactions on Algorithms 13(3), article 38, 2017;
 * arXiv 1404.2019). Of the paper we have read the abstract: construction and proof are ours, with size classes,
 * buffers and flushes.
 *
 * <p>Class c has the blocks of 2^c to 2^(c+1) - 1 bytes. From the lowest class to the highest, the space has the
 * <em>payload</em> of the class, P bytes when it was last rebuilt, and a <em>buffer</em> of s P bytes, with the share s
 * of buffers. A block is appended to the buffer of the lowest class, from its own on, that has room. A released block
 * leaves a hole. If it was in a payload, a record of its size takes room in a buffer in the same way. If no buffer has
 * room, there is a <em>flush</em> from that class b on: as long as a buffer from b on has a block or record of a lower class,
 * b is that class; then the payloads from b on are rebuilt without holes, and their buffers are empty.
 *
 * <p><em>Footprint.</em> It is at most (1 + s) times the sum of the P. Records are in buffers, so at least (1 - s)
 * times the sum is in use: the footprint is at most (1 + s) / (1 - s) times the bytes in use.
 *
 * <p><em>Cost.</em> Let f be any cost of a move that does not decrease with the size and is subadditive, such as the
 * bytes, or 1. Then all moves together cost at most 1 + (4 / s) (4 + log2(1 / s)) times f of all blocks allocated and
 * released. Proof: for t in class k, and any w of a class of at most k, f(t) / t is at most 2 f(w) / w. A class k that is
 * rebuilt has a buffer that refused an update of class k or below: the one that led to the flush, or one that lowered b, which
 * would have gone into a lower buffer. Let w be its size. If s P is at least 2 w, more than s P / 2 bytes of the buffer are taken,
 * by updates of class k or below, and the payload costs less than 4 / s times f of these, which leave the buffer. Otherwise P is
 * less than 2 w / s, and a payload costs less than (4 / s) f(w); a block of class k has at least 2^k bytes, so this happens for at most 3 +
 * log2(1 / s) classes. An update is charged once as the content of a buffer and once as the one that was refused; a block in a buffer
 * is moved once more itself.
 *
 * <p>A flush takes O(n) for the n blocks of its classes. Each block counts as moved once, and only if its address
 * changes, and the space in which a flush would work is not counted: all this is in favour of the policy.
 */
public final class CostObliviousSpace implements MovableBlocks {
    private static final int CLASSES = 63;
    private static final int NONE = -1;

    private final double share;
    private final MoveVisitor moves;
    private final long[] addresses;
    private final long[] sizes;
    private final boolean[] buffered;
    private final SizeClass[] classes = new SizeClass[CLASSES];
    private long inUse;

    /** A payload and its buffer. */
    private final class SizeClass {
        long start;
        /** Of the payload, when it was rebuilt. */
        long volume;
        /** Bytes of the buffer that are taken, by blocks, by holes, and by records of releases. */
        long taken;
        /** The classes of the recorded releases, a bit for each. */
        long released;

        List<Integer> payload = new ArrayList<>();
        final List<Integer> buffer = new ArrayList<>();

        long capacity() {
            return (long) (share * volume);
        }

        boolean hasRoom(long size) {
            return taken + size <= capacity();
        }

        /** The lowest class of a block or record in the buffer. */
        int lowest() {
            int lowest = released == 0 ? CLASSES : Long.numberOfTrailingZeros(released);
            for (int block : buffer) {
                if (isAllocated(block)) {
                    lowest = Math.min(lowest, classOf(sizes[block]));
                }
            }
            return lowest;
        }
    }

    /**
     * @param share of a payload's bytes that its buffer has, between 0 and 1
     * @param blocks the number of blocks; their numbers are below it
     */
    public CostObliviousSpace(double share, int blocks, MoveVisitor moves) {
        if (!(share > 0 && share < 1)) {
            throw new IllegalArgumentException("share: " + share + ", expected a number between 0 and 1");
        }
        this.share = share;
        this.moves = moves;
        addresses = new long[blocks];
        Arrays.fill(addresses, NONE);
        sizes = new long[blocks];
        buffered = new boolean[blocks];
        Arrays.setAll(classes, c -> new SizeClass());
    }

    /** {@inheritDoc} The description of the class has the proof. */
    @Override
    public ProvenBounds bounds() {
        double cost = 1 + 4 / share * (4 + Math.log(1 / share) / Math.log(2));
        return new ProvenBounds((1 + share) / (1 - share), cost, cost, cost);
    }

    private static int classOf(long size) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(size);
    }

    private boolean isAllocated(int block) {
        return addresses[block] != NONE;
    }

    /** The lowest class from one on whose buffer has room; {@value #NONE} if there is none. */
    private int withRoom(int from, long size) {
        for (int c = from; c < CLASSES; c++) {
            if (classes[c].hasRoom(size)) {
                return c;
            }
        }
        return NONE;
    }

    @Override
    public void allocate(int block, long size) {
        sizes[block] = size;
        inUse += size;
        int own = classOf(size);
        int c = withRoom(own, size);
        if (c == NONE) {
            flush(own, block);
            return;
        }
        SizeClass there = classes[c];
        addresses[block] = there.start + there.volume + there.taken;
        buffered[block] = true;
        there.buffer.add(block);
        there.taken += size;
    }

    @Override
    public void release(int block) {
        long size = sizes[block];
        inUse -= size;
        addresses[block] = NONE;
        if (buffered[block]) {
            return;
        }
        int own = classOf(size);
        int c = withRoom(own, size);
        if (c == NONE) {
            flush(own, NONE);
        } else {
            classes[c].taken += size;
            classes[c].released |= 1L << own;
        }
    }

    /** @param added a block that gets its first address; {@value #NONE} for none */
    private void flush(int from, int added) {
        int least = from;
        for (int c = CLASSES - 1; c >= least; c--) {
            least = Math.min(least, classes[c].lowest());
        }
        List<List<Integer>> payloads = new ArrayList<>();
        for (int c = least; c < CLASSES; c++) {
            payloads.add(new ArrayList<>());
        }
        for (int c = least; c < CLASSES; c++) {
            for (int block : classes[c].payload) {
                if (isAllocated(block)) {
                    payloads.get(c - least).add(block);
                }
            }
        }
        for (int c = least; c < CLASSES; c++) {
            for (int block : classes[c].buffer) {
                if (isAllocated(block)) {
                    payloads.get(classOf(sizes[block]) - least).add(block);
                }
            }
        }
        if (added != NONE) {
            payloads.get(classOf(sizes[added]) - least).add(added);
        }
        long at = classes[least].start;
        for (int c = least; c < CLASSES; c++) {
            at = rebuild(classes[c], payloads.get(c - least), at);
        }
    }

    /** Returns the address after the buffer. */
    private long rebuild(SizeClass there, List<Integer> payload, long start) {
        long at = start;
        for (int block : payload) {
            long from = addresses[block];
            addresses[block] = at;
            buffered[block] = false;
            if (from != NONE && from != at) {
                moves.moved(block, from, at, sizes[block]);
            }
            at += sizes[block];
        }
        there.start = start;
        there.volume = at - start;
        there.payload = payload;
        there.buffer.clear();
        there.taken = 0;
        there.released = 0;
        return at + there.capacity();
    }

    // ---- what there is ---------------------------------------------------------------------------------------

    @Override
    public long address(int block) {
        return addresses[block];
    }

    @Override
    public long size(int block) {
        return sizes[block];
    }

    /** {@inheritDoc} Takes constant time, amortised: released blocks at the end of a list are forgotten. */
    @Override
    public long end() {
        for (int c = CLASSES - 1; c >= 0; c--) {
            for (List<Integer> blocks : List.of(classes[c].buffer, classes[c].payload)) {
                while (!blocks.isEmpty()) {
                    int last = blocks.get(blocks.size() - 1);
                    if (isAllocated(last)) {
                        return addresses[last] + sizes[last];
                    }
                    blocks.remove(blocks.size() - 1);
                }
            }
        }
        return 0;
    }

    @Override
    public long bytesInUse() {
        return inUse;
    }

    /** {@inheritDoc} Here the payloads, each with its buffer. */
    @Override
    public long freePieces() {
        return Arrays.stream(classes)
                .filter(each -> !each.payload.isEmpty() || !each.buffer.isEmpty())
                .count();
    }
}
