package dev.fallow.freespace.trace;

import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.freespace.file.FileSpaceOptions.Strategy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The header of a trace.
 *
 * <pre>
 *   8 bytes   "FallowTr"
 *   varint    version, 2
 *   varints   strategy's number, threshold, page size, page-end threshold, alignment, alignment threshold,
 *             metadata aggregator size, raw data aggregator size
 *   varint    1 if metadata may take sections of the raw data, otherwise 0; absent in version 1, which implies 0
 *   varint    end of allocation when recording started
 *   varint    number of free sections; for each, in address order:
 *   varints     slot of its manager, bytes in use between the previous section and this one, its size
 * </pre>
 *
 * @param options of the space; the backend is not recorded, and is the default
 * @param endOfAllocation when recording started
 * @param sections free when recording started, in address order
 */
record TraceHeader(FileSpaceOptions options, long endOfAllocation, List<FreeAtStart> sections) {
    private static final byte[] MAGIC = "FallowTr".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 2;
    private static final int OLDEST_VERSION = 1;
    private static final int LEAST_SECTION_BYTES = 3;

    /** A section that was free when recording started. */
    record FreeAtStart(int slot, long address, long size) {}

    static TraceHeader of(FileSpace space) {
        List<FreeAtStart> sections = new ArrayList<>();
        for (int slot : space.slots()) {
            space.sections(slot).forEach((address, size) -> sections.add(new FreeAtStart(slot, address, size)));
        }
        sections.sort(Comparator.comparingLong(FreeAtStart::address));
        return new TraceHeader(space.options(), space.endOfAllocation(), sections);
    }

    void write(TraceEncoder out) {
        out.bytes(MAGIC);
        out.varint(VERSION);
        out.varint(options.strategy().number());
        out.varint(options.threshold());
        out.varint(options.pageSize());
        out.varint(options.pageEndThreshold());
        out.varint(options.alignment());
        out.varint(options.alignmentThreshold());
        out.varint(options.metadataAggregatorSize());
        out.varint(options.rawDataAggregatorSize());
        out.varint(options.metadataInRawData() ? 1 : 0);
        out.varint(endOfAllocation);
        out.varint(sections.size());
        long end = 0;
        for (FreeAtStart section : sections) {
            out.varint(section.slot);
            out.varint(section.address - end);
            out.varint(section.size);
            end = section.address + section.size;
        }
    }

    static TraceHeader read(TraceDecoder in) {
        for (byte expected : MAGIC) {
            if (in.octet("the signature") != expected) {
                throw TraceDecoder.fault("not a trace: expected the signature FallowTr", in.position() - 1);
            }
        }
        int version = (int) in.varint("the version", OLDEST_VERSION, VERSION);
        FileSpaceOptions options = readOptions(in, version);
        int start = in.position();
        long end = in.varint("the end of allocation", 0, Long.MAX_VALUE);
        if (options.strategy() == Strategy.PAGE && end % options.pageSize() != 0) {
            throw TraceDecoder.fault(
                    "the end of allocation, " + end + ", is not a multiple of the page size, " + options.pageSize(),
                    start);
        }
        return new TraceHeader(options, end, readSections(in, end));
    }

    private static FileSpaceOptions readOptions(TraceDecoder in, int version) {
        Strategy[] strategies = Strategy.values();
        FileSpaceOptions defaults = FileSpaceOptions.defaults();
        int strategy = (int) in.varint("the strategy", 0, strategies.length - 1);
        long threshold = in.varint("the threshold", 1, Long.MAX_VALUE);
        long page = in.varint("the page size", FileSpaceOptions.SMALLEST_PAGE, FileSpaceOptions.LARGEST_PAGE);
        int start = in.position();
        long pageEnd = in.varint("the page-end threshold", 0, Integer.MAX_VALUE);
        long alignment = in.varint("the alignment", 1, Long.MAX_VALUE);
        long alignmentFrom = in.varint("the alignment threshold", 0, Long.MAX_VALUE);
        long metadata = in.varint("the metadata aggregator size", 0, Long.MAX_VALUE);
        long rawData = in.varint("the raw data aggregator size", 0, Long.MAX_VALUE);
        boolean metadataInRawData =
                version > OLDEST_VERSION && in.varint("the use of raw data's space for metadata", 0, 1) == 1;
        try {
            return defaults.withStrategy(strategies[strategy])
                    .withThreshold(threshold)
                    .withPages(page, (int) pageEnd)
                    .withAlignment(alignment, alignmentFrom)
                    .withAggregators(metadata, rawData)
                    .withMetadataInRawData(metadataInRawData);
        } catch (IllegalArgumentException e) {
            throw TraceDecoder.fault(e.getMessage(), start);
        }
    }

    private static List<FreeAtStart> readSections(TraceDecoder in, long endOfAllocation) {
        long count = in.varint("the number of sections", 0, in.remaining() / LEAST_SECTION_BYTES);
        List<FreeAtStart> sections = new ArrayList<>((int) count);
        long end = 0;
        for (long i = 0; i < count; i++) {
            int slot = (int) in.varint("a section's slot", 1, FileSpace.SLOTS);
            long address = end + in.varint("the distance to a section", 0, endOfAllocation - end);
            int start = in.position();
            long size = in.varint("a section's size", 1, Long.MAX_VALUE);
            if (size > endOfAllocation - address) {
                throw TraceDecoder.fault(
                        "a section of " + size + " bytes at " + address + " ends past the end of allocation, "
                                + endOfAllocation,
                        start);
            }
            sections.add(new FreeAtStart(slot, address, size));
            end = address + size;
        }
        return List.copyOf(sections);
    }
}
