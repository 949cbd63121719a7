package dev.fallow.internal.virtual;

import dev.fallow.CorruptFileException;
import dev.fallow.StorageException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FieldReader;
import dev.fallow.format.layout.VirtualLayout;
import dev.fallow.internal.codec.VirtualMappings;
import dev.fallow.internal.data.ElementTarget;
import dev.fallow.internal.header.ForeignFiles;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.Clip;
import dev.fallow.internal.slice.ElementRuns;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.MappingTable;
import dev.fallow.internal.slice.Regular;
import dev.fallow.internal.slice.Selections;
import dev.fallow.internal.slice.SourceName;
import dev.fallow.internal.storage.UnusableFileException;
import dev.fallow.selection.Hyperslab;
import dev.fallow.selection.Selection;
import dev.fallow.selection.VirtualMapping;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A virtual dataset with its mappings. Where a mapping is unlimited, its sources determine how far it reaches: up to the last
 * element that is available, as libhdf5 does by default.
 */
public final class VirtualDataset {
    /** Each block of a mapping may have a source of its own. */
    private static final int MOST_BLOCKS = 1 << 20;

    private final VirtualDescription dataset;
    private final ObjectStore store;
    private final VirtualChain chain;
    private final Source.Opener opener;
    private final MappingTable table;
    /** What there is now; null if it was not asked for yet. */
    private VirtualExtent extent;

    /**
     * A virtual dataset.
     *
     * @param parent the virtual datasets of which this one is a source; null for none
     * @param opener opens the sources
     * @throws CorruptFileException if it is a source of itself, or a mapping is contradictory
     */
    public VirtualDataset(VirtualDescription dataset, VirtualChain parent, Source.Opener opener) throws IOException {
        this.dataset = dataset;
        this.opener = opener;
        store = dataset.store();
        chain = VirtualChain.of(parent, dataset);
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

    private List<VirtualMapping> decoded(byte[] object) {
        return VirtualMappings.decode(FieldReader.of(object, store.sizes(), VirtualMappings.STRUCTURE, -1))
                .list();
    }

    VirtualDescription description() {
        return dataset;
    }

    MappingTable table() {
        return table;
    }

    VirtualChain chain() {
        return chain;
    }

    /** What the unlimited mappings have now. */
    List<VirtualExtent.Grown> grown() throws IOException {
        return current().grown();
    }

    /** The number of elements in each dimension, which depends on the sources if mappings are unlimited; not copied. */
    public long[] extent() throws IOException {
        return current().sizes();
    }

    private VirtualExtent current() throws IOException {
        if (extent == null) {
            VirtualExtent known = chain.work().known(dataset);
            extent = known != null ? known : determined();
            chain.work().know(dataset, extent);
        }
        return extent;
    }

    private VirtualExtent determined() throws IOException {
        long[] sizes = dataset.sizes().clone();
        List<VirtualExtent.Grown> grown = new ArrayList<>();
        if (!table.growing().isEmpty()) {
            try {
                grow(sizes, grown);
            } catch (ArithmeticException e) {
                throw new CorruptFileException(
                        dataset.where() + ": the sources reach behind element 2^63-1 of the virtual dataset", e);
            }
        }
        return new VirtualExtent(sizes, grown);
    }

    private void grow(long[] sizes, List<VirtualExtent.Grown> grown) throws IOException {
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
    private long grow(int number, Clip virtual, List<VirtualExtent.Grown> grown) throws IOException {
        VirtualMapping mapping = table.mapping(number);
        int unlimited = Clip.unlimited(mapping.source());
        return unlimited < 0
                ? growByBlocks(number, virtual, grown)
                : growWithSource(number, virtual, new Clip((Hyperslab) mapping.source(), unlimited), grown);
    }

    private long growWithSource(int number, Clip virtual, Clip source, List<VirtualExtent.Grown> grown)
            throws IOException {
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
                grown.add(new VirtualExtent.Grown(
                        number, 0, virtual.first(positions, where), source.first(positions, where)));
            }
        });
        return end[0];
    }

    private long growByBlocks(int number, Clip virtual, List<VirtualExtent.Grown> grown) throws IOException {
        long block = 0;
        while (block < MOST_BLOCKS && read(number, block, reader -> {})) {
            grown.add(new VirtualExtent.Grown(number, block, virtual.block(block, table.where(number)), null));
            block++;
        }
        return block == 0 ? 0 : virtual.extent(Math.multiplyExact(block, virtual.blockLength()));
    }

    /**
     * Reads selected elements.
     *
     * @param selection inside the dataset; null for all elements
     */
    public void read(Selection selection, ElementTarget target) throws IOException {
        Grid grid = Grid.whole(extent());
        Regular regular = Selections.regular(selection, grid, dataset.where());
        new VirtualReader(this, target)
                .read(regular != null ? regular : Selections.numbered(selection, grid.extent(), dataset.where()));
    }

    /**
     * Reads elements.
     *
     * @param runs inside the dataset
     */
    public void read(ElementRuns runs, ElementTarget target) throws IOException {
        new VirtualReader(this, target).read(runs);
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
        VirtualMapping mapping = table.mapping(number);
        String file = SourceName.of(mapping.sourceFile(), block, table.where(number));
        String path = SourceName.of(mapping.sourceDataset(), block, table.where(number));
        ForeignFiles files = store.foreignFiles();
        boolean exists;
        try {
            exists = files.read(file, path, (other, header, at) -> use.with(opener.open(other, header, at, chain)));
        } catch (UnusableFileException e) {
            throw new UnsupportedFeatureException(
                    "%s: the source %s in the file \"%s\" is not read: %s"
                            .formatted(table.where(number), path, file, e.getMessage()),
                    e);
        }
        if (!exists && files.requiresSources()) {
            throw new StorageException(
                    "%s: the source %s in the file \"%s\" is missing".formatted(table.where(number), path, file));
        }
        return exists;
    }
}
