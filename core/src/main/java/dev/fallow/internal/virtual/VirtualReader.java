package dev.fallow.internal.virtual;

import dev.fallow.CorruptFileException;
import dev.fallow.Selection;
import dev.fallow.StorageException;
import dev.fallow.internal.data.ElementTarget;
import dev.fallow.internal.slice.ElementRuns;
import dev.fallow.internal.slice.MappingTable;
import dev.fallow.internal.slice.Numbered;
import dev.fallow.internal.slice.Regular;
import dev.fallow.internal.slice.Selections;
import dev.fallow.internal.storage.Memory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Reads selected elements of a virtual dataset from its sources. Only sources with selected elements are opened, and only
 * those elements are read. Elements without a source are the fill value.
 */
final class VirtualReader {
    /** The sources of an irregular selection are looked up for a part of it at a time. */
    private static final int MOST_WANTED = 1 << 14;

    private final VirtualDataset.Description dataset;
    private final VirtualDataset virtual;
    private final MappingTable table;
    private final ElementTarget target;
    private final List<Wanted> wanted = new ArrayList<>();

    /**
     * Selected elements that a mapping has.
     *
     * @param order the mapping, and behind it the block, if each has a source of its own
     * @param base the place of the first one in the target
     * @param part elements of the virtual dataset with that source
     * @param first the number of the first one in the selection of the mapping
     */
    private record Wanted(Order order, Regular request, long base, Regular part, long first) {}

    /** @param grown null if the mapping is limited */
    private record Order(int mapping, long block, VirtualDataset.Grown grown) {}

    VirtualReader(VirtualDataset virtual, ElementTarget target) {
        dataset = virtual.description();
        this.virtual = virtual;
        this.target = target;
        table = virtual.table();
    }

    /** Reads elements, which must be inside the dataset. */
    void read(Numbered selected) throws IOException {
        if (selected.count() == 0) {
            return;
        }
        virtual.chain().count(selected.count());
        byte[] fill = dataset.fill();
        int size = Memory.length(dataset.where(), dataset.datatype().size());
        target.repeat(fill.length == size ? fill : Memory.bytes(dataset.where(), size), 0, selected.count());
        if (selected instanceof Regular regular) {
            look(regular, 0);
        } else {
            ElementRuns runs = (ElementRuns) selected;
            long[] length = new long[runs.rank()];
            Arrays.fill(length, 1);
            runs.forEachRow(0, runs.count(), (from, number, count) -> {
                length[length.length - 1] = count;
                look(Regular.block(from, length), number);
                if (wanted.size() >= MOST_WANTED) {
                    readWanted();
                }
            });
        }
        readWanted();
    }

    private void look(Regular request, long base) throws IOException {
        table.search(request, number -> {
            MappingTable.Part part = table.part(number);
            wanted.add(new Wanted(new Order(part.mapping(), 0, null), request, base, part.virtual(), part.first()));
        });
        for (VirtualDataset.Grown each : virtual.grown()) {
            if (each.virtual().count() > 0 && each.virtual().overlaps(request)) {
                wanted.add(new Wanted(new Order(each.number(), each.block(), each), request, base, each.virtual(), 0));
            }
        }
    }

    /** Reads the elements found: the mappings in their order, because the last one determines an element. */
    private void readWanted() throws IOException {
        wanted.sort(Comparator.comparingInt((Wanted each) -> each.order.mapping)
                .thenComparingLong(each -> each.order.block)
                .thenComparingLong(Wanted::base)
                .thenComparingLong(Wanted::first));
        for (int from = 0; from < wanted.size(); ) {
            int to = from;
            while (to < wanted.size() && wanted.get(to).order.equals(wanted.get(from).order)) {
                to++;
            }
            List<Wanted> same = wanted.subList(from, to);
            Order order = wanted.get(from).order;
            virtual.read(order.mapping, order.block, source -> read(source, order, same));
            from = to;
        }
        wanted.clear();
    }

    private void read(Source source, Order order, List<Wanted> same) throws IOException {
        String where = table.where(order.mapping);
        long[] extent = source.extent();
        Selection selection = table.mapping(order.mapping).source();
        if (selection.rank() != Selection.UNKNOWN_RANK && selection.rank() != extent.length) {
            throw new CorruptFileException("%s: a source of %d dimensions for a selection of %d"
                    .formatted(where, extent.length, selection.rank()));
        }
        Numbered elements = order.grown != null && order.grown.source() != null
                ? order.grown.source()
                : Selections.numbered(selection, extent, where);
        long count = order.grown == null
                ? table.count(order.mapping)
                : order.grown.virtual().count();
        if (elements.count() != count) {
            throw new CorruptFileException("%s: %d elements of the virtual dataset, but %d of the source"
                    .formatted(where, count, elements.count()));
        }
        ElementTarget converted = ConvertedTarget.of(
                target, source.datatype(), dataset.datatype(), source.context(), source.store() == dataset.store());
        MappedElements reader = new MappedElements(source, extent, elements, converted);
        boolean whole = true;
        for (Wanted each : same) {
            whole &= reader.read(each.request, each.base, each.part, each.first);
        }
        whole &= reader.finish();
        if (!whole && dataset.store().foreignFiles().requiresSources()) {
            throw new StorageException("%s: the source has not all the elements that are mapped; its dimensions are %s"
                    .formatted(where, Arrays.toString(extent)));
        }
    }
}
