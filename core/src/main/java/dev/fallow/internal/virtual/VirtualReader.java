package dev.fallow.internal.virtual;

import dev.fallow.Conversion;
import dev.fallow.CorruptFileException;
import dev.fallow.StorageException;
import dev.fallow.internal.data.ElementTarget;
import dev.fallow.internal.slice.ElementRuns;
import dev.fallow.internal.slice.MappingTable;
import dev.fallow.internal.slice.Numbered;
import dev.fallow.internal.slice.Regular;
import dev.fallow.internal.storage.Memory;
import java.io.IOException;
import java.io.UncheckedIOException;
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
    private final Conversion conversion;
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

    /** The elements that are read. */
    private Numbered request;

    VirtualReader(VirtualDataset virtual, ElementTarget target, Conversion conversion) {
        dataset = virtual.description();
        this.virtual = virtual;
        this.target = target;
        this.conversion = conversion;
        table = virtual.table();
    }

    /** Reads elements, which must be inside the dataset. */
    void read(Numbered selected) throws IOException {
        if (selected.count() == 0) {
            return;
        }
        request = selected;
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

    /** Where the virtual dataset has an element of the request. */
    private String place(long number) {
        String[] place = new String[1];
        try {
            request.forEachRow(number, 1, (from, at, length) -> place[0] = Arrays.toString(from));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is read
        }
        return place[0];
    }

    private void read(Source source, Order order, List<Wanted> same) throws IOException {
        String where = table.where(order.mapping);
        long[] extent = source.extent();
        Numbered elements = order.grown != null && order.grown.source() != null
                ? order.grown.source()
                : MappedElements.of(table, order.mapping, source);
        long count = order.grown == null
                ? table.count(order.mapping)
                : order.grown.virtual().count();
        if (elements.count() != count) {
            throw new CorruptFileException(MappedElements.differ(where, count, elements.count(), source));
        }
        ElementTarget converted = ConvertedTarget.of(
                target,
                source.datatype(),
                new ConvertedTarget.Wanted(dataset.where(), this::place, dataset.datatype(), conversion),
                source.context(),
                source.store() == dataset.store());
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
