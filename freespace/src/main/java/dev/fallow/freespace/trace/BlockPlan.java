package dev.fallow.freespace.trace;

import dev.fallow.freespace.file.AllocationListener.Call;
import dev.fallow.freespace.file.AllocationType;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * The calls of a trace on numbered blocks instead of addresses, so that they can be repeated at other addresses. Blocks
 * are numbered in order of appearance: the runs in use when recording started, then each allocated block and each rest
 * of a divided block. A release or extension of a part of a block divides the block first.
 */
public final class BlockPlan {
    /** Operands: a block and its size. */
    public static final byte ALLOCATE = 0;

    /** Operands: a block and its size; allocates at the end of allocation. */
    public static final byte ALLOCATE_AT_END = 1;

    /** Operands: a block and the number of bytes that it keeps; the rest becomes the next new block. */
    public static final byte DIVIDE = 2;

    /** Operand: a block. */
    public static final byte RELEASE = 3;

    /** Operands: a block and its new size. */
    public static final byte EXTEND = 4;

    /** No operands. */
    public static final byte RELEASE_AGGREGATORS = 5;

    /** No operands. */
    public static final byte SHRINK = 6;

    private final TreeMap<Long, Integer> live = new TreeMap<>();
    private final BitSet sinceTheStart =
            new BitSet(); // blocks, and parts of blocks, that were in use when recording started
    private final int initialBlocks;
    private final long[] initialAddresses;
    private final long[] initialSizes;
    private long[] sizes; // by block, after the last call
    private int blocks;
    private byte[] steps = new byte[64];
    private AllocationType[] types = new AllocationType[64];
    private int[] subjects = new int[64];
    private long[] amounts = new long[64];
    private int length;
    private int refusedExtensions;

    BlockPlan(TraceHeader header) {
        int most = header.sections().size() + 1;
        initialAddresses = new long[most];
        sizes = new long[most];
        long end = 0;
        for (TraceHeader.FreeAtStart section : header.sections()) {
            addInitial(end, section.address());
            end = section.address() + section.size();
        }
        addInitial(end, header.endOfAllocation());
        initialBlocks = blocks;
        sinceTheStart.set(0, blocks);
        initialSizes = Arrays.copyOf(sizes, blocks);
    }

    private void addInitial(long from, long to) {
        if (to > from) {
            initialAddresses[blocks] = from;
            live.put(from, newBlock(to - from));
        }
    }

    // ---- for a replay ----------------------------------------------------------------------------------------

    /** The number of steps. */
    public int length() {
        return length;
    }

    /** The number of blocks, which are numbered from 0. */
    public int blocks() {
        return blocks;
    }

    /** The number of blocks that were in use when recording started; they have the lowest numbers. */
    public int initialBlocks() {
        return initialBlocks;
    }

    long initialAddress(int block) {
        return initialAddresses[block];
    }

    /** The size of such a block then, in bytes. */
    public long initialSize(int block) {
        return initialSizes[block];
    }

    /** The kind of a step: {@link #ALLOCATE} or another constant. */
    public byte step(int index) {
        return steps[index];
    }

    AllocationType type(int index) {
        return types[index];
    }

    /** The block of a step; for an allocation, and the rest of a division, it is the next new one. */
    public int block(int index) {
        return subjects[index];
    }

    /** The number of bytes of a step. */
    public long amount(int index) {
        return amounts[index];
    }

    int refusedExtensions() {
        return refusedExtensions;
    }

    // ---- for reading a trace ---------------------------------------------------------------------------------

    /** Adds a call. Returns a description of the error in it, or null. */
    String add(Call call, AllocationType type, long address, long size, long extra) {
        switch (call) {
            case ALLOCATE:
                return allocate(ALLOCATE, type, address, size);
            case ALLOCATE_AT_END:
                return allocate(ALLOCATE_AT_END, null, address, size);
            case RELEASE:
                return release(type, address, size);
            case EXTEND:
                return extend(type, address, size, extra);
            case REFUSED_EXTENSION:
                refusedExtensions++;
                return null;
            default:
                step(call == Call.SHRINK ? SHRINK : RELEASE_AGGREGATORS, null, 0, 0);
                return null;
        }
    }

    private String allocate(byte step, AllocationType type, long address, long size) {
        String collision = vacated(address, size);
        if (collision != null) {
            return collision;
        }
        int block = newBlock(size);
        live.put(address, block);
        step(step, type, block, size);
        return null;
    }

    private String release(AllocationType type, long address, long size) {
        String fault = requireLive(address, size);
        if (fault != null) {
            return fault;
        }
        divideAt(address);
        divideAt(address + size);
        Map<Long, Integer> released = live.subMap(address, address + size);
        for (int block : released.values()) {
            step(RELEASE, type, block, 0);
        }
        released.clear();
        return null;
    }

    private String extend(AllocationType type, long address, long size, long extra) {
        String fault = requireLive(address, size);
        if (fault != null) {
            return fault;
        }
        long end = address + size;
        if (extra > Long.MAX_VALUE - end) {
            return "extension past the last address, to " + end + " + " + extra;
        }
        String collision = vacated(end, extra);
        if (collision != null) {
            return collision;
        }
        divideAt(address);
        divideAt(end);
        int block = live.lowerEntry(end).getValue();
        sizes[block] += extra;
        step(EXTEND, type, block, sizes[block]);
        return null;
    }

    /**
     * Checks that a run is not in use. Bytes that were in use when recording started and are allocated now belonged to
     * an aggregator, and count as free from now on. Returns a description of the error, or null.
     */
    private String vacated(long address, long size) {
        long end = address + size;
        Map.Entry<Long, Integer> lower = live.floorEntry(address);
        long from = lower != null && lower.getKey() + sizes[lower.getValue()] > address ? lower.getKey() : address;
        for (Map.Entry<Long, Integer> block : live.subMap(from, end).entrySet()) {
            if (!sinceTheStart.get(block.getValue())) {
                return "the run from " + address + " to " + end + " is already in use: " + block.getKey() + " to "
                        + (block.getKey() + sizes[block.getValue()]);
            }
        }
        if (from < end && !live.subMap(from, end).isEmpty()) {
            divideAt(address);
            divideAt(end);
            live.subMap(address, end).clear();
        }
        return null;
    }

    /** Checks that all of a run is in use. Returns a description of the error, or null. */
    private String requireLive(long address, long size) {
        long end = address;
        Map.Entry<Long, Integer> block = live.floorEntry(address);
        while (block != null && block.getKey() <= end && end < address + size) {
            long blockEnd = block.getKey() + sizes[block.getValue()];
            if (blockEnd <= end) {
                break;
            }
            end = blockEnd;
            block = live.ceilingEntry(end);
        }
        return end >= address + size
                ? null
                : "the run from " + address + " to " + (address + size) + " is not in use at " + end;
    }

    /** Splits the block that contains the address in its interior, if there is one. */
    private void divideAt(long address) {
        Map.Entry<Long, Integer> lower = live.lowerEntry(address);
        if (lower == null || lower.getKey() + sizes[lower.getValue()] <= address) {
            return;
        }
        int front = lower.getValue();
        long kept = address - lower.getKey();
        int back = newBlock(sizes[front] - kept);
        sizes[front] = kept;
        live.put(address, back);
        sinceTheStart.set(back, sinceTheStart.get(front));
        step(DIVIDE, null, front, kept);
    }

    private int newBlock(long size) {
        if (blocks == sizes.length) {
            sizes = Arrays.copyOf(sizes, 2 * blocks);
        }
        sizes[blocks] = size;
        return blocks++;
    }

    private void step(byte step, AllocationType type, int block, long amount) {
        if (length == steps.length) {
            steps = Arrays.copyOf(steps, 2 * length);
            types = Arrays.copyOf(types, 2 * length);
            subjects = Arrays.copyOf(subjects, 2 * length);
            amounts = Arrays.copyOf(amounts, 2 * length);
        }
        steps[length] = step;
        types[length] = type;
        subjects[length] = block;
        amounts[length++] = amount;
    }
}
