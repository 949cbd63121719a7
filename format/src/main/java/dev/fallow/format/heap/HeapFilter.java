package dev.fallow.format.heap;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.Layout;

/**
 * The additional fields in the header of a fractal heap with filters.
 *
 * @param rootBlockSize length of the root direct block in the file, in bytes; 0 if the root is not a direct block
 * @param filterMask the filters that were skipped for the root direct block
 * @param pipeline an encoded filter pipeline message, 1 to 65,535 bytes; not copied
 */
public record HeapFilter(long rootBlockSize, int filterMask, byte[] pipeline) {
    /** The fields before the pipeline. */
    public static final Layout LAYOUT = Layout.of("filters of a fractal heap", "", "filteredRootSize:L filterMask:4");

    public HeapFilter {
        if (rootBlockSize < 0 || pipeline.length < 1 || pipeline.length > 0xFFFF) {
            throw new IllegalArgumentException(
                    "filters of " + pipeline.length + " bytes, root block of " + rootBlockSize);
        }
    }

    static HeapFilter decode(FieldReader in, int pipelineLength) {
        return new HeapFilter(in.length(), in.i32(), in.bytes(pipelineLength));
    }

    void encode(FieldWriter out) {
        out.length(rootBlockSize).i32(filterMask).bytes(pipeline);
    }

    int pipelineLength() {
        return pipeline.length;
    }
}
