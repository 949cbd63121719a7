package dev.fallow.internal.shrink;

import dev.fallow.internal.pointer.EncodedChunk;
import dev.fallow.internal.pointer.Part;
import dev.fallow.internal.pointer.PointerVisitor;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The addresses in a file that refer to some of its blocks. Takes some 20 bytes for each. */
final class FoundPointers implements PointerVisitor {
    /** The most reasons kept. */
    private static final int MOST_REASONS = 1000;

    private final LiveBlocks blocks;
    private final BitSet pointed = new BitSet();
    private final BitSet fixed = new BitSet();
    private final Map<Integer, String> reasons = new HashMap<>();
    private long[] fields = new long[64];
    private long[] targets = new long[64];
    private Part[] parts = new Part[64];
    private int count;
    /** Those in chunks with filters. */
    private EncodedChunk[] chunks = new EncodedChunk[0];

    private int[] positions = new int[0];
    private long[] chunkTargets = new long[0];
    private int encodedCount;
    /** By the block of a chunk, the first address in it. */
    private final Map<Integer, Integer> firstInChunk = new HashMap<>();

    FoundPointers(LiveBlocks blocks) {
        this.blocks = blocks;
    }

    @Override
    public void pointer(Part part, long field, long target) {
        int block = blocks.indexOf(target);
        if (block < 0) {
            return;
        }
        if (target == blocks.get(block).address()) {
            pointed.set(block); // other targets may be those of references to objects that do not exist any more
        }
        if (count == fields.length) {
            fields = Arrays.copyOf(fields, 2 * count);
            targets = Arrays.copyOf(targets, 2 * count);
            parts = Arrays.copyOf(parts, 2 * count);
        }
        fields[count] = field;
        targets[count] = target;
        parts[count++] = part;
    }

    @Override
    public void encoded(EncodedChunk chunk, int position, long target) {
        int block = blocks.indexOf(target);
        if (block < 0) {
            return;
        }
        if (target == blocks.get(block).address()) {
            pointed.set(block);
        }
        if (encodedCount == chunks.length) {
            int length = Math.max(64, 2 * encodedCount);
            chunks = Arrays.copyOf(chunks, length);
            positions = Arrays.copyOf(positions, length);
            chunkTargets = Arrays.copyOf(chunkTargets, length);
        }
        int own = blocks.indexOf(chunk.chunk().address());
        if (own >= 0) {
            firstInChunk.putIfAbsent(own, encodedCount);
        }
        chunks[encodedCount] = chunk;
        positions[encodedCount] = position;
        chunkTargets[encodedCount++] = target;
    }

    @Override
    public void fixed(long target, String reason) {
        int block = blocks.indexOf(target);
        if (block >= 0) {
            fixed.set(block);
            if (reasons.size() < MOST_REASONS) {
                reasons.putIfAbsent(block, reason);
            }
        }
    }

    /** Whether everything that refers to a block is known and can be changed. */
    boolean isMovable(int block) {
        return pointed.get(block) && !fixed.get(block);
    }

    /** Why a block cannot be moved. */
    String reason(int block) {
        return fixed.get(block) ? reasons.getOrDefault(block, "something that cannot be changed") : "nothing known";
    }

    /** Records the root group, which the superblock refers to; that address is changed with each commit. */
    void root(long target) {
        int block = blocks.indexOf(target);
        if (block >= 0) {
            pointed.set(block);
        }
    }

    /** The number of addresses that are not in chunks with filters. */
    int size() {
        return count;
    }

    Part part(int pointer) {
        return parts[pointer];
    }

    /** The address of the field. */
    long field(int pointer) {
        return fields[pointer];
    }

    long target(int pointer) {
        return targets[pointer];
    }

    /** The first address in a block that is a chunk with filters; -1 if it is something else, or has none. */
    int firstInChunk(int block) {
        return firstInChunk.getOrDefault(block, -1);
    }

    /** The number of addresses in chunks with filters; those of a chunk are neighbours. */
    int encodedCount() {
        return encodedCount;
    }

    EncodedChunk chunk(int encoded) {
        return chunks[encoded];
    }

    /** The position of the address in the decoded elements. */
    int position(int encoded) {
        return positions[encoded];
    }

    long encodedTarget(int encoded) {
        return chunkTargets[encoded];
    }
}
