package dev.fallow.freespace.trace;

import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpaceOptions;
import java.util.Objects;

/**
 * A recorded session, read and checked whole: the file it began with, and what was asked then, in order. The bytes are
 * those that a {@link TraceRecorder} wrote: a header, a record a call, a 0, the number of records, and a checksum.
 */
public final class Trace {
    private static final AllocationType[] TYPES = AllocationType.values();

    private final TraceHeader header;
    private final BlockPlan plan;
    private final int length;

    private Trace(TraceHeader header, BlockPlan plan, int length) {
        this.header = header;
        this.plan = plan;
        this.length = length;
    }

    /**
     * Reads a trace. Memory is proportional to its length.
     *
     * @throws TraceFormatException if the bytes are not all of one trace, or release or extend what is not in use, or
     *     allocate what is
     */
    public static Trace read(byte[] bytes) {
        TraceDecoder in = new TraceDecoder(Objects.requireNonNull(bytes, "bytes"));
        TraceHeader header = TraceHeader.read(in);
        BlockPlan plan = new BlockPlan(header);
        int records = 0;
        long lastAddress = 0;
        while (true) {
            int start = in.position();
            int code = in.octet("record " + records);
            if (code == TraceOperation.END) {
                break;
            }
            TraceOperation operation = TraceOperation.ofCode(code & 0xF);
            int type = code >>> 4;
            if (operation == null || (operation.hasType() ? type < 1 || type > TYPES.length : type != 0)) {
                throw TraceDecoder.fault("record " + records + " has the unknown code " + code, start);
            }
            long address = 0;
            long size = 0;
            if (operation.hasBlock()) {
                address = lastAddress + in.signed("an address");
                size = in.varint("a size", 1, Long.MAX_VALUE);
                lastAddress = address;
                if (address < 0 || size > Long.MAX_VALUE - address) {
                    throw TraceDecoder.fault(
                            "record " + records + ": no block, address=" + address + ", size=" + size, start);
                }
            }
            long extra = operation.isExtension() ? in.varint("an extension", 1, Long.MAX_VALUE) : 0;
            String fault = plan.add(operation, type == 0 ? null : TYPES[type - 1], address, size, extra);
            if (fault != null) {
                throw TraceDecoder.fault("record " + records + ": " + fault, start);
            }
            records++;
        }
        in.varint("the number of records", records, records);
        in.finish();
        return new Trace(header, plan, records);
    }

    /** How the recorded space worked; the backend is not recorded, and is the default one. */
    public FileSpaceOptions options() {
        return header.options();
    }

    /** The end of allocation when recording began, in bytes. */
    public long endOfAllocation() {
        return header.endOfAllocation();
    }

    /** How many calls were recorded. */
    public int length() {
        return length;
    }

    /** How many of them were extensions that the recorded space refused; a replay leaves these out. */
    public int refusedExtensions() {
        return plan.refusedExtensions();
    }

    /** Shows all of it, in order; what was in use when recording began first, as if it were allocated then. */
    public void forEachBlock(BlockVisitor visitor) {
        int nextBlock = plan.initialBlocks();
        for (int block = 0; block < nextBlock; block++) {
            visitor.allocate(block, plan.initialSize(block));
        }
        for (int i = 0; i < plan.length(); i++) {
            switch (plan.step(i)) {
                case BlockPlan.ALLOCATE, BlockPlan.ALLOCATE_AT_END -> visitor.allocate(nextBlock++, plan.amount(i));
                case BlockPlan.DIVIDE -> visitor.divide(plan.block(i), nextBlock++, plan.amount(i));
                case BlockPlan.RELEASE -> visitor.release(plan.block(i));
                case BlockPlan.EXTEND -> visitor.extend(plan.block(i), plan.amount(i));
                default -> {
                    // aggregators, and the end of allocation
                }
            }
        }
    }

    TraceHeader header() {
        return header;
    }

    BlockPlan plan() {
        return plan;
    }
}
