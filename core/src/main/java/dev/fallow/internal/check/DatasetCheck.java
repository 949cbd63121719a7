package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.ExternalDataFiles;
import dev.fallow.format.layout.Filter;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.census.LiveLabel;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Defect;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Header;
import dev.fallow.internal.check.structure.LocalHeapCheck;
import dev.fallow.internal.check.structure.Message;
import dev.fallow.internal.check.structure.StructureCheck;
import dev.fallow.internal.filter.FilterRegistry;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.storage.Memory;
import dev.fallow.report.FindingCode;
import dev.fallow.type.Datatype;
import dev.fallow.type.VariableLength;
import java.io.IOException;
import java.util.Arrays;

/** Checks the layout of one dataset: where its elements are, and whether their number and size fit. */
final class DatasetCheck extends StructureCheck {
    private static final int DEFLATE = 1;
    private static final int SHUFFLE = 2;
    private static final int FLETCHER32 = 3;

    private final Resolved resolved;
    private final BTreeK k;
    private final ChunkDecoding decoding;
    private Datatype type;
    private Dataspace space;
    private DataLayout layout;
    private long layoutAt;
    private FilterPipeline filters;

    /** @param decoding null if chunks are not to be decoded */
    DatasetCheck(Context context, Resolved resolved, BTreeK k, ChunkDecoding decoding, PathNode path) {
        super(context, Family.ELEMENTS, path);
        this.resolved = resolved;
        this.k = k;
        this.decoding = decoding;
    }

    /** Checks a dataset; returns whether its type, shape and layout are known and agree. */
    boolean check(Header header) throws IOException {
        boolean read = decoded(header.address(), () -> read(header));
        if (!read || type == null || space == null) {
            return false;
        }
        checkFilters(header);
        Message external = header.find(MessageType.EXTERNAL_DATA_FILES);
        if (external != null) {
            return decoded(external.address(), () -> external(external));
        }
        return attempt(layoutAt, this::elements);
    }

    /** Whether elements, or the layout, refer to objects of the global heap. */
    boolean refersToHeap() {
        return type.refersToGlobalHeap() || layout.layoutClass() == DataLayout.VIRTUAL;
    }

    /** The datatype; null if it could not be read. */
    Datatype type() {
        return type;
    }

    private void read(Header header) throws IOException {
        layoutAt = message(header, MessageType.DATA_LAYOUT).address();
        type = resolved.datatype(message(header, MessageType.DATATYPE), path);
        FieldReader shape = resolved.body(message(header, MessageType.DATASPACE), path);
        space = shape == null ? null : Dataspace.decode(shape);
        layout = DataLayout.decode(header.find(MessageType.DATA_LAYOUT).reader(sizes));
        Message pipeline = header.find(MessageType.FILTER_PIPELINE);
        if (pipeline != null) {
            FieldReader body = resolved.body(pipeline, path);
            filters = body == null ? null : FilterPipeline.decode(body);
        }
    }

    private Message message(Header header, MessageType wanted) {
        Message message = header.find(wanted);
        if (message == null) {
            throw new Defect(
                    FindingCode.HDR_KIND,
                    header.address(),
                    "object header at address %d: a dataset without %s".formatted(header.address(), wanted.title()));
        }
        return message;
    }

    private void checkFilters(Header header) {
        if (filters == null) {
            return;
        }
        for (Filter each : filters.filters()) {
            int values = each.clientData().length;
            int expected = each.id() == SHUFFLE || each.id() == DEFLATE ? 1 : each.id() == FLETCHER32 ? 0 : values;
            boolean unused = each.id() == SHUFFLE
                    && type instanceof VariableLength; // libhdf5 then stores no parameter, and skips it
            if (!(unused && values == 0) && values != expected
                    || values == expected && each.id() == DEFLATE && (each.clientData()[0] & ~0xF) != 0) {
                add(
                        FindingCode.DATA_PIPELINE,
                        header.address(),
                        "filter %d: expected %d parameters, found %s"
                                .formatted(each.id(), expected, Arrays.toString(each.clientData())));
            }
            if (FilterRegistry.find(each.id()) == null) {
                add(
                        FindingCode.DATA_FILTER,
                        header.address(),
                        "the filter %d (%s) is not available".formatted(each.id(), each.name()));
            }
        }
    }

    private void external(Message message) throws IOException {
        ExternalDataFiles files = ExternalDataFiles.decode(message.reader(sizes));
        LocalHeapCheck heap = LocalHeapCheck.open(context, files.heapAddress(), path);
        if (heap == null) {
            return;
        }
        for (ExternalDataFiles.ExternalFile each : files.files()) {
            byte[] name = heap.name(each.nameOffset());
            if (name == null) {
                throw new Defect(
                        FindingCode.HDR_MESSAGE,
                        message.address(),
                        "external files: expected a name in the local heap, found offset " + each.nameOffset());
            }
        }
    }

    private long size() {
        return Memory.product(space.elementCount(), type.size());
    }

    private void elements() throws IOException {
        if (!(layout instanceof ChunkedLayout) && layout.layoutClass() != DataLayout.VIRTUAL) {
            requireFixedShape();
        }
        if (layout instanceof DataLayout.Compact compact) {
            requireSize(compact.data().length);
        } else if (layout instanceof DataLayout.Contiguous contiguous) {
            if (contiguous.address() != Addresses.UNDEFINED) {
                claim(contiguous.address(), contiguous.size());
            }
            requireSize(contiguous.size());
        } else if (layout instanceof DataLayout.Old old) {
            if (old.layoutClass() == DataLayout.COMPACT) {
                requireSize(old.data().length);
            } else if (old.address() != Addresses.UNDEFINED) {
                claim(old.address(), size());
            }
        } else if (layout instanceof ChunkedLayout chunked) {
            new ChunkedCheck(context, chunked, space, type.size(), filters, decoding, k, path).check(layoutAt);
        }
    }

    /** Only chunks, external files and other datasets can have room for more elements. */
    private void requireFixedShape() {
        for (int i = 0; i < space.rank(); i++) {
            if (space.maxSize(i) != space.size(i)) {
                add(
                        FindingCode.DATA_SHAPE,
                        layoutAt,
                        "expected a maximum of %d in dimension %d of elements without chunks, found %d"
                                .formatted(space.size(i), i, space.maxSize(i)));
            }
        }
    }

    private void requireSize(long stored) {
        if (stored != size()) {
            throw new Defect(
                    FindingCode.DATA_SIZE,
                    layoutAt,
                    "expected elements of %d bytes, found %d".formatted(size(), stored));
        }
    }

    private void claim(long address, long length) {
        if (!context.isInside(address, length)) {
            throw new Defect(
                    FindingCode.DATA_RANGE,
                    address,
                    "elements of %d bytes at address %d: expected them before the end of allocation, %d"
                            .formatted(length, address, context.superblock().end()));
        }
        context.claimRaw(address, length, LiveLabel.unclassified("elements", path, true));
    }
}
