package dev.fallow.freespace.trace;

import dev.fallow.freespace.file.AllocationListener.Call;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpaceOptions;
import java.util.Objects;

/**
 * A recorded session, completely read and validated: the initial state of the file, and the requests in order. The
 * format is that of {@link TraceRecorder}: a header, one record per call, a 0, the number of records, and a checksum.
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
     * @throws TraceFormatException if the bytes are not exactly one trace, or a call releases or extends bytes that are
     *     not in use, or allocates bytes that are
     */
    public static Trace read(byte[] bytes) {
        return read(bytes, new AddressVisitor() {});
    }

    /**
     * As above, and reports where blocks were when the trace was recorded, as it is read.
     *
     * @param visitor receives the calls that change which bytes are in use
     * @throws TraceFormatException as above; the visitor has received what is before the error
     */
    public static Trace read(byte[] bytes, AddressVisitor visitor) {
        TraceDecoder in = new TraceDecoder(Objects.requireNonNull(bytes, "bytes"));
        TraceHeader header = TraceHeader.read(in);
        BlockPlan plan = new BlockPlan(header);
        long used = 0;
        for (TraceHeader.FreeAtStart section : header.sections()) {
            visitor.usedBefore(used, section.address() - used);
            used = section.address() + section.size();
        }
        visitor.usedBefore(used, header.endOfAllocation() - used);
        int records = 0;
        long lastAddress = 0;
        while (true) {
            int start = in.position();
            int code = in.octet("record " + records);
            if (code == TraceRecorder.END) {
                break;
            }
            Call call = Call.ofCode(code & 0xF);
            int type = code >>> 4;
            if (call == null || (call.hasType() ? type < 1 || type > TYPES.length : type != 0)) {
                throw TraceDecoder.fault("record " + records + " has the unknown code " + code, start);
            }
            AllocationType of = type == 0 ? null : TYPES[type - 1];
            long address = 0;
            long size = 0;
            if (call.hasBlock()) {
                address = lastAddress + in.signed("an address");
                size = in.varint("a size", 1, Long.MAX_VALUE);
                lastAddress = address;
                if (address < 0 || size > Long.MAX_VALUE - address) {
                    throw TraceDecoder.fault(
                            "record " + records + ": not a block, address=" + address + ", size=" + size, start);
                }
            }
            long extra = call.isExtension() ? in.varint("an extension", 1, Long.MAX_VALUE) : 0;
            String fault = plan.add(call, of, address, size, extra);
            if (fault != null) {
                throw TraceDecoder.fault("record " + records + ": " + fault, start);
            }
            switch (call) {
                case ALLOCATE, ALLOCATE_AT_END -> visitor.allocated(records, of, address, size);
                case EXTEND -> visitor.allocated(records, of, address + size, extra);
                case RELEASE -> visitor.released(records, address, size);
                default -> {
                    // the bytes in use are the same
                }
            }
            records++;
        }
        in.varint("the number of records", records, records);
        in.finish();
        return new Trace(header, plan, records);
    }

    /** The options of the recorded space. The backend is not recorded and is the default. */
    public FileSpaceOptions options() {
        return header.options();
    }

    /** The end of allocation when recording started, in bytes. */
    public long endOfAllocation() {
        return header.endOfAllocation();
    }

    /** The number of recorded calls. */
    public int length() {
        return length;
    }

    /** The number of recorded extensions that were refused; a replay skips these. */
    public int refusedExtensions() {
        return plan.refusedExtensions();
    }

    TraceHeader header() {
        return header;
    }

    /** The calls, on numbered blocks. */
    public BlockPlan plan() {
        return plan;
    }
}
