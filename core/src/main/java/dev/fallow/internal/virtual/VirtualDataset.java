package dev.fallow.internal.virtual;

import dev.fallow.Conversion;
import dev.fallow.CorruptFileException;
import dev.fallow.Hyperslab;
import dev.fallow.Selection;
import dev.fallow.StorageException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.VirtualMapping;
import dev.fallow.VirtualSource;
import dev.fallow.format.FieldReader;
import dev.fallow.format.layout.VirtualLayout;
import dev.fallow.internal.codec.VirtualMappings;
import dev.fallow.internal.data.ElementTarget;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Clip;
import dev.fallow.internal.slice.ElementRuns;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.MappingTable;
import dev.fallow.internal.slice.Numbered;
import dev.fallow.internal.slice.Regular;
import dev.fallow.internal.slice.Selections;
import dev.fallow.internal.storage.UnusableFileException;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A virtual dataset with its mappings. Where a mapping is unlimited, its sources determine how far it reaches: up to the last
 * element that is available, as libhdf5 does by default.
 */
public final class VirtualDataset {
    /** Each block of a mapping may have a source of its own. */
    static final int MOST_BLOCKS = 1 << 20;

    private final Description dataset;
    private final ObjectStore store;
    private final VirtualChain chain;
    private final Source.Opener opener;
    private final MappingTable table;
    /** What there is now; null if it was not asked for yet. */
    private Extent extent;

    /**
     * A virtual dataset as its header describes it.
     *
     * @param sizes the dimensions as stored; not copied
     * @param fill one element as stored; zeros if it has another length
     */
    public record Description(
            ObjectStore store,
            long header,
            String where,
            Datatype datatype,
            long[] sizes,
            VirtualLayout layout,
            byte[] fill) {}

    /**
     * What a virtual dataset has now, which depends on its sources if mappings are unlimited.
     *
     * @param sizes the number of elements in each dimension; not copied
     */
    record Extent(long[] sizes, List<Grown> grown) {}

    /**
     * What an unlimited mapping has now.
     *
     * @param source the elements of the source; null if the mapping has the same ones for each block
     */
    record Grown(int number, long block, Regular virtual, Regular source) {}

    /**
     * A virtual dataset.
     *
     * @param parent the virtual datasets of which this one is a source; null for none
     * @throws CorruptFileException if it is a source of itself, or a mapping is contradictory
     */
    public VirtualDataset(Description dataset, VirtualChain parent, Source.Opener opener) throws IOException {
        this.dataset = dataset;
        this.opener = opener;
        store = dataset.store();
        chain = new VirtualChain(parent, dataset);
        VirtualLayout layout = dataset.layout();
        byte[] object = layout.mappings().isNone() ? null : store.globalHeap().get(layout.mappings());
        long[] sizes = dataset.sizes();
        if (sizes.length == 0 && object != null) {
            throw new CorruptFileException(dataset.where() + ": a virtual dataset without dimensions");
        }
        table = object == null
                ? new MappingTable(List.of(), sizes, dataset.where())
                : store.mappingTables().get(object, sizes, dataset.where(), () -> decoded(object));
    }

    /**
     * A virtual dataset about to be created, for {@link SourceStates#check}.
     *
     * @param dataset with a header at no address, and without a layout
     */
    public VirtualDataset(Description dataset, MappingTable table, Source.Opener opener) {
        this.dataset = dataset;
        this.table = table;
        this.opener = opener;
        store = dataset.store();
        chain = new VirtualChain(null, dataset);
    }

    private List<VirtualMapping> decoded(byte[] object) {
        return VirtualMappings.decode(FieldReader.of(object, store.sizes(), VirtualMappings.STRUCTURE, -1))
                .list();
    }

    Description description() {
        return dataset;
    }

    MappingTable table() {
        return table;
    }

    VirtualChain chain() {
        return chain;
    }

    /** What the unlimited mappings have now. */
    List<Grown> grown() throws IOException {
        return current().grown();
    }

    /** The number of elements in each dimension, which depends on the sources if mappings are unlimited; not copied. */
    public long[] extent() throws IOException {
        return current().sizes();
    }

    private Extent current() throws IOException {
        if (extent == null) {
            Extent known = chain.knownExtent();
            extent = known != null ? known : determined();
            chain.setExtent(extent);
        }
        return extent;
    }

    private Extent determined() throws IOException {
        long[] sizes = dataset.sizes().clone();
        List<Grown> grown = new ArrayList<>();
        if (!table.growing().isEmpty()) {
            try {
                grow(sizes, grown);
            } catch (ArithmeticException e) {
                throw new CorruptFileException(
                        dataset.where() + ": the sources reach behind element 2^63-1 of the virtual dataset", e);
            }
        }
        return new Extent(sizes, grown);
    }

    private void grow(long[] sizes, List<Grown> grown) throws IOException {
        long[] reached = new long[sizes.length];
        boolean[] grows = new boolean[sizes.length];
        for (int number : table.growing()) {
            Hyperslab virtual = (Hyperslab) table.mapping(number).virtual();
            int unlimited = Clip.unlimited(virtual);
            long end = grow(number, new Clip(virtual, unlimited), grown);
            reached[unlimited] = Math.max(reached[unlimited], end);
            grows[unlimited] = true;
        }
        long[] least = table.least();
        for (int i = 0; i < sizes.length; i++) {
            if (grows[i]) {
                sizes[i] = Math.max(reached[i], least[i]);
            }
        }
    }

    /** The end of a mapping in its unlimited dimension. */
    private long grow(int number, Clip virtual, List<Grown> grown) throws IOException {
        VirtualMapping mapping = table.mapping(number);
        int unlimited = Clip.unlimited(mapping.source());
        return unlimited < 0
                ? growByBlocks(number, virtual, grown)
                : growWithSource(number, virtual, new Clip((Hyperslab) mapping.source(), unlimited), grown);
    }

    private long growWithSource(int number, Clip virtual, Clip source, List<Grown> grown) throws IOException {
        long[] end = {0};
        read(number, 0, reader -> {
            long[] sizes = reader.extent();
            if (sizes.length != source.slab().rank()) {
                throw new CorruptFileException("%s: a source of %d dimensions for a selection of %d"
                        .formatted(
                                table.where(number), sizes.length, source.slab().rank()));
            }
            long positions = source.positions(sizes[source.dimension()]);
            end[0] = virtual.extent(positions);
            if (positions > 0) {
                String where = table.where(number);
                grown.add(new Grown(number, 0, virtual.first(positions, where), source.first(positions, where)));
            }
        });
        return end[0];
    }

    private long growByBlocks(int number, Clip virtual, List<Grown> grown) throws IOException {
        long block = 0;
        while (block < MOST_BLOCKS && read(number, block, reader -> {})) {
            grown.add(new Grown(number, block, virtual.block(block, table.where(number)), null));
            block++;
        }
        return block == 0 ? 0 : virtual.extent(Math.multiplyExact(block, virtual.block()));
    }

    /**
     * The sources of selected elements, each once.
     *
     * @param selection inside the dataset; null for all elements
     */
    public List<VirtualSource> sources(Selection selection) throws IOException {
        SourceStates states = new SourceStates(this);
        return selection == null ? states.all() : states.of(numbered(selection));
    }

    private Numbered numbered(Selection selection) throws IOException {
        Grid grid = Grid.whole(extent());
        Regular regular = Selections.regular(selection, grid, dataset.where());
        return regular != null ? regular : Selections.numbered(selection, grid.extent(), dataset.where());
    }

    /** Whether all sources are there. */
    public boolean isComplete() throws IOException {
        Boolean complete = chain.knownComplete();
        if (complete == null) {
            complete = sources(null).stream().allMatch(VirtualSource::isPresent);
            chain.setComplete(complete);
        }
        return complete;
    }

    /**
     * Reads selected elements.
     *
     * @param selection inside the dataset; null for all elements
     * @param conversion of elements of sources with another datatype
     */
    public void read(Selection selection, ElementTarget target, Conversion conversion) throws IOException {
        new VirtualReader(this, target, conversion).read(numbered(selection));
    }

    /** Reads elements, all of which are inside the dataset. */
    public void read(ElementRuns runs, ElementTarget target, Conversion conversion) throws IOException {
        new VirtualReader(this, target, conversion).read(runs);
    }

    /** Reads a source. */
    @FunctionalInterface
    interface Use {
        /** @param source valid during the call only */
        void with(Source source) throws IOException;
    }

    /**
     * Reads a source of a mapping.
     *
     * @param block the number of the block, if each has a source of its own
     * @return whether the source exists
     */
    boolean read(int number, long block, Use use) throws IOException {
        Name name = name(number, block);
        boolean exists;
        try {
            exists = find(name, use);
        } catch (UnusableFileException e) {
            throw new UnsupportedFeatureException(
                    "%s: the source %s in the file \"%s\" is not read: %s"
                            .formatted(table.where(number), name.path, name.file, e.getMessage()),
                    e);
        }
        if (!exists && store.foreignFiles().requiresSources()) {
            throw new StorageException("%s: the source %s in the file \"%s\" is missing"
                    .formatted(table.where(number), name.path, name.file));
        }
        return exists;
    }

    /** Where a source is. */
    record Name(String file, String path) {}

    /** Where the source of a mapping is, or the one of a block of it. */
    Name name(int number, long block) {
        VirtualMapping mapping = table.mapping(number);
        return new Name(
                MappingTable.sourceName(mapping.sourceFile(), block, table.where(number)),
                MappingTable.sourceName(mapping.sourceDataset(), block, table.where(number)));
    }

    /**
     * Reads a source.
     *
     * @return whether it exists
     * @throws UnusableFileException if the file may not be used
     */
    boolean find(Name name, Use use) throws IOException {
        return store.foreignFiles()
                .read(name.file, name.path, (other, header, at) -> use.with(opener.open(other, header, at, chain)));
    }
}
