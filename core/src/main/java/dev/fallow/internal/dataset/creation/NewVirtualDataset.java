package dev.fallow.internal.dataset.creation;

import dev.fallow.CorruptFileException;
import dev.fallow.WrongTypeException;
import dev.fallow.format.layout.FillValue;
import dev.fallow.format.layout.FillValue.AllocationTime;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.codec.VirtualMappings;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.MappingTable;
import dev.fallow.internal.slice.Selections;
import dev.fallow.options.DatasetOptions;
import dev.fallow.selection.Selection;
import dev.fallow.selection.VirtualMapping;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Checks the mappings of a virtual dataset about to be created. The sources need not exist. */
public final class NewVirtualDataset {
    private NewVirtualDataset() {}

    /**
     * A virtual dataset.
     *
     * @param limits the maximum dimensions; null if they are the dimensions
     * @param options its fill value
     * @throws WrongTypeException if a mapping is contradictory, or not inside the dataset
     */
    public static NewDataset of(
            ObjectStore store,
            Datatype type,
            long[] dimensions,
            long[] limits,
            List<VirtualMapping> mappings,
            DatasetOptions options,
            String path)
            throws IOException {
        String where = store.fileName() + ": " + path;
        if (dimensions.length == 0) {
            throw new WrongTypeException(where + ": a virtual dataset needs dimensions");
        } else if (limits != null && limits.length != dimensions.length) {
            throw new WrongTypeException(
                    "%s: expected %d maximum dimensions, found %d".formatted(where, dimensions.length, limits.length));
        }
        long[] most = limits == null ? dimensions : limits;
        for (int i = 0; i < most.length; i++) {
            if (most[i] != Dataspace.UNLIMITED && most[i] < dimensions[i]) {
                throw new WrongTypeException("%s: dimension %d has %d elements, its limit is %d"
                        .formatted(where, i, dimensions[i], most[i]));
            }
        }
        try {
            check(mappings, dimensions, where);
        } catch (CorruptFileException e) {
            throw new WrongTypeException(e.getMessage(), e);
        }
        FillValue fill = NewFillValue.of(store, type, options, path);
        byte[] object = store.encode(new VirtualMappings(mappings)::encode);
        return NewDataset.virtual(
                store,
                type,
                limits == null ? Dataspace.simple(dimensions) : Dataspace.extendible(dimensions, limits),
                new FillValue(fill.version(), AllocationTime.INCREMENTAL, fill.fillTime(), fill.value()),
                NewElements.virtual(store, mappings.isEmpty() ? null : object));
    }

    private static void check(List<VirtualMapping> mappings, long[] dimensions, String where) {
        MappingTable table = new MappingTable(mappings, dimensions, where);
        long[] least = table.least();
        for (int i = 0; i < least.length; i++) {
            if (least[i] > dimensions[i]) {
                throw new WrongTypeException("%s: dimension %d has %d elements, the mappings are of %d"
                        .formatted(where, i, dimensions[i], least[i]));
            }
        }
        for (int i = 0; i < mappings.size(); i++) {
            Selection source = mappings.get(i).source();
            if (table.growing().contains(i) || source.rank() == Selection.UNKNOWN_RANK) {
                continue; // how many elements there are depends on the source
            }
            long[] unknown = new long[source.rank()];
            Arrays.fill(unknown, 1);
            long count = source instanceof Selection.All
                    ? table.count(i)
                    : Selections.numbered(source, unknown, table.where(i)).count();
            if (count != table.count(i)) {
                throw new WrongTypeException("%s: %d elements of the virtual dataset, but %d of the source"
                        .formatted(table.where(i), table.count(i), count));
            }
        }
    }
}
