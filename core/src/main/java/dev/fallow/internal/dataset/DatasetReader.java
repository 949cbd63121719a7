package dev.fallow.internal.dataset;

import dev.fallow.Conversion;
import dev.fallow.CorruptFileException;
import dev.fallow.Selection;
import dev.fallow.VirtualSource;
import dev.fallow.WrongTypeException;
import dev.fallow.format.Addresses;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.DataLayout;
import dev.fallow.format.layout.VirtualLayout;
import dev.fallow.format.message.Dataspace;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.ElementTarget;
import dev.fallow.internal.data.MemberTarget;
import dev.fallow.internal.data.MisfitException;
import dev.fallow.internal.data.Nothing;
import dev.fallow.internal.data.TypedArray;
import dev.fallow.internal.elements.ByteTarget;
import dev.fallow.internal.elements.ChunkReader;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.elements.RunReader;
import dev.fallow.internal.external.ExternalElements;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.slice.ElementRuns;
import dev.fallow.internal.slice.Grid;
import dev.fallow.internal.slice.Selected;
import dev.fallow.internal.slice.Selections;
import dev.fallow.internal.storage.Memory;
import dev.fallow.internal.virtual.Source;
import dev.fallow.internal.virtual.VirtualChain;
import dev.fallow.internal.virtual.VirtualDataset;
import dev.fallow.type.Array;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Reads the elements of a dataset, in whichever layout, in this container or elsewhere: as Java values, or as they are
 * stored.
 */
public final class DatasetReader implements Source {
    private final DatasetStorage dataset;
    private final ObjectStore store;
    private final Datatype datatype;
    private final DataLayout layout;
    /** The virtual datasets of which this one is a source; null for none. */
    private final VirtualChain readers;
    /** What happens with a number of a source that the datatype of a virtual dataset does not represent exactly. */
    private Conversion conversion;

    /** The chunks; null if the dataset has none, or they are not needed yet. */
    private ChunkedElements chunks;
    /** Null if the dataset is not virtual, or not needed yet. */
    private VirtualDataset virtual;

    public DatasetReader(DatasetStorage dataset) {
        this(dataset, null, Conversion.LOSSLESS);
    }

    /** @param readers the virtual datasets of which this one is a source; null for none */
    private DatasetReader(DatasetStorage dataset, VirtualChain readers, Conversion conversion) {
        this.dataset = dataset;
        this.conversion = conversion;
        this.readers = readers;
        store = dataset.store();
        datatype = dataset.datatype();
        layout = dataset.dataLayout();
    }

    // ---- as Java values --------------------------------------------------------------------------------------

    /**
     * Reads selected elements.
     *
     * @param selection null for all elements
     * @return an array of the selection's shape; the element itself if the dataset is a scalar; {@link dev.fallow.Empty} if it
     *     has a null dataspace
     */
    public Object read(Selection selection) throws IOException {
        return read(selection, Object.class, Conversion.LOSSLESS);
    }

    /**
     * Reads selected elements as a Java type, as {@link TypedArray} describes it, or {@link Nothing} for a null dataspace.
     *
     * @param selection null for all elements
     * @throws WrongTypeException if the type does not fit the dataset, or an element does not fit the type
     */
    public Object read(Selection selection, Class<?> type, Conversion wanted) throws IOException {
        conversion = wanted;
        if (!hasValue()) {
            return Nothing.as(type, datatype, dataset.where());
        } else if (selection == null && Nothing.isArray(type, dimensions())) {
            return Nothing.array(type, dimensions(), dataset.where());
        }
        Selected selected = selected(selection);
        TypedArray array =
                TypedArray.allocate(datatype, shape(selection, selected), type, conversion, areStored(), context());
        fill(selection, selected, array, array.rows(), !datatype.refersToGlobalHeap());
        return array.value();
    }

    /**
     * Reads a member of selected elements, as {@link #read(Selection, Class, Conversion)} reads whole ones.
     *
     * @param name of the member
     * @param index of an element of the member, which is an array of one dimension; -1 for the whole member
     * @throws WrongTypeException if there is no such member or element, too
     */
    public Object readMember(Selection selection, String name, long index, Class<?> type, Conversion wanted)
            throws IOException {
        conversion = wanted;
        Compound.Member member = member(name);
        Datatype whole = type(member);
        String where = dataset.where() + ", member " + name;
        Datatype part = index < 0 ? whole : element(whole, index, where);
        if (!hasValue()) {
            return Nothing.as(type, part, where);
        }
        ElementContext context = new ElementContext(where, store.sizes(), HeapValues.reading(store));
        Selected selected = selected(selection);
        TypedArray array =
                TypedArray.allocate(part, shape(selection, selected), type, conversion, areStored(), context);
        long offset = member.offset() + Math.max(0, index) * part.size();
        ElementTarget target = new MemberTarget(array.rows(), dataset.elementSize(), (int) offset, (int) part.size());
        fill(selection, selected, array, target, !part.refersToGlobalHeap());
        return array.value();
    }

    private static Datatype type(Compound.Member member) {
        List<Long> dimensions = member.legacyDimensions();
        return dimensions.isEmpty()
                ? member.type()
                : Array.of(
                        member.type(),
                        dimensions.stream().mapToLong(Long::longValue).toArray());
    }

    private static Datatype element(Datatype type, long index, String where) {
        if (type instanceof Array array
                && array.dimensions().size() == 1
                && index < array.dimensions().get(0)) {
            return array.base();
        }
        throw new WrongTypeException("%s: there is no element %d; the member is %s".formatted(where, index, type));
    }

    private Compound.Member member(String name) {
        List<Compound.Member> members = datatype instanceof Compound compound ? compound.members() : List.of();
        return members.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new WrongTypeException("%s: there is no member %s; %s"
                        .formatted(
                                dataset.where(),
                                name,
                                members.isEmpty()
                                        ? "the elements are " + datatype
                                        : "the members are "
                                                + members.stream()
                                                        .map(Compound.Member::name)
                                                        .toList())));
    }

    /**
     * Reads selected elements into an array.
     *
     * @param selection null for all elements
     * @throws WrongTypeException if there is no value, or the array has another shape, or an element does not fit
     */
    public void readInto(Selection selection, Object array, Conversion wanted) throws IOException {
        conversion = wanted;
        if (!hasValue()) {
            throw new WrongTypeException(dataset.where() + " has a null dataspace, which has no elements to read");
        }
        Selected selected = selected(selection);
        TypedArray typed = TypedArray.of(array, datatype, shape(selection, selected), conversion, context());
        fill(selection, selected, typed, typed.rows(), !datatype.refersToGlobalHeap());
    }

    /** @param target fills the array */
    private void fill(
            Selection selection, Selected selected, TypedArray array, ElementTarget target, boolean concurrent)
            throws IOException {
        if (selected.count() == 0) {
            return;
        }
        try {
            read(selection, selected, target, concurrent);
        } catch (MisfitException e) {
            throw array.placed(e);
        } catch (OutOfMemoryError e) {
            throw array.tooLarge(e);
        }
    }

    private long[] shape(Selection selection, Selected selected) throws IOException {
        boolean scalar = dataset.dataspace().sizes().length == 0;
        return Selections.shape(selection, selected, currentGrid(), scalar);
    }

    /**
     * Requires that a selection is inside the dataset.
     *
     * @throws WrongTypeException if it is not, or has another rank
     */
    public void requireInside(Selection selection) throws IOException {
        Selections.of(selection, grid(), dataset.where());
    }

    @Override
    public ElementContext context() {
        return new ElementContext(dataset.where(), store.sizes(), HeapValues.reading(store));
    }

    /** The fill value as a Java value; zero if the file has none. */
    public Object fillValue() throws IOException {
        byte[] fill = FillValues.of(dataset.header());
        int size = dataset.elementSize();
        TypedArray array = TypedArray.allocate(
                datatype, new long[0], Object.class, Conversion.LOSSLESS, fill.length == size, context());
        array.rows().repeat(fill.length == size ? fill : Memory.bytes(dataset.where(), size), 0, 1);
        return array.value();
    }

    // ---- as stored -------------------------------------------------------------------------------------------

    /**
     * Reads the bytes of selected elements as stored in the file.
     *
     * @param selection null for all elements
     * @param wanted what happens with a number of a virtual dataset whose source has another datatype
     * @throws dev.fallow.TooLargeException if they exceed the length of an array, or there is not enough memory
     */
    public byte[] readBytes(Selection selection, Conversion wanted) throws IOException {
        conversion = wanted;
        if (!hasValue()) {
            return new byte[0];
        }
        Selected selected = selected(selection);
        byte[] bytes = Memory.bytes(dataset.where(), Memory.product(selected.count(), datatype.size()));
        if (bytes.length > 0) {
            read(selection, selected, new ByteTarget(bytes, (int) datatype.size()), true);
        }
        return bytes;
    }

    @Override
    public void deliver(Selection selection, ElementTarget target) throws IOException {
        Selected selected = selected(selection);
        if (selected.count() > 0) {
            read(selection, selected, target, false);
        }
    }

    @Override
    public void deliver(ElementRuns runs, ElementTarget target) throws IOException {
        if (layout instanceof VirtualLayout) {
            virtual().read(runs, target, conversion);
        } else {
            read(null, runs.in(grid()), target, false);
        }
    }

    /**
     * Delivers those of the selected elements that are stored in this container, in one thread. The cost depends on what is
     * stored, and not on the extent.
     *
     * @param selection null for all elements
     */
    void deliverStored(Selection selection, ElementTarget target) throws IOException {
        Selected selected = Selections.of(selection, grid(), dataset.where());
        if (selected.count() == 0 || !areStored() || layout instanceof VirtualLayout || areExternal()) {
            return;
        }
        if (layout instanceof ChunkedLayout) {
            new ChunkReader(chunks(), grid(), selected, target).read(false, true);
        } else {
            read(selection, selected, target, false);
        }
    }

    /**
     * Reads selected elements.
     *
     * @param selection of a virtual dataset; null for all elements
     * @param selected the same elements of {@link #currentGrid}
     * @param concurrent whether threads may put elements into the target at the same time
     */
    private void read(Selection selection, Selected selected, ElementTarget target, boolean concurrent)
            throws IOException {
        if (layout instanceof VirtualLayout) {
            virtual().read(selection, target, conversion);
        } else if (layout instanceof ChunkedLayout) {
            new ChunkReader(chunks(), grid(), selected, target).read(concurrent, false);
        } else if (layout instanceof DataLayout.Compact compact) {
            int size = dataset.elementSize();
            ByteBuffer bytes = ByteBuffer.wrap(compact.data());
            selected.forEachRun((offset, index, count) ->
                    target.put(bytes.clear().position((int) offset * size), index, (int) count));
        } else if (areExternal()) {
            new ExternalElements(store, dataset.header(), dataset.where())
                    .read(selected, dataset.storageSize(), dataset.elementSize(), target);
        } else if (dataset.storageAddress() != Addresses.UNDEFINED) {
            new RunReader(store.storage(), dataset.where(), dataset.elementSize())
                    .at(store.base() + dataset.storageAddress(), Long.MAX_VALUE)
                    .deliver(selected, target);
        } else if (selected.count() > 0) {
            byte[] fill = FillValues.of(dataset.header());
            int size = dataset.elementSize();
            target.repeat(fill.length == size ? fill : Memory.bytes(dataset.where(), size), 0, selected.count());
        }
    }

    // ---- what there is ---------------------------------------------------------------------------------------

    private boolean areExternal() {
        return ExternalElements.isExternal(dataset.header());
    }

    /** Whether there are elements, and not only a fill value. */
    private boolean areStored() {
        return !(layout instanceof DataLayout.Contiguous)
                || dataset.storageAddress() != Addresses.UNDEFINED
                || areExternal();
    }

    private boolean hasValue() {
        return dataset.dataspace().kind() != Dataspace.Kind.NULL;
    }

    private ChunkedElements chunks() {
        if (chunks == null) {
            chunks = dataset.chunksAsStored();
        }
        return chunks;
    }

    private VirtualDataset virtual() throws IOException {
        if (virtual == null) {
            VirtualDataset.Description description = new VirtualDataset.Description(
                    store,
                    dataset.header().address(),
                    dataset.where(),
                    datatype,
                    dataset.dataspace().sizes(),
                    (VirtualLayout) layout,
                    FillValues.of(dataset.header()));
            virtual = new VirtualDataset(description, readers, this::source);
        }
        return virtual;
    }

    private Source source(ObjectStore other, ObjectHeader header, String path, VirtualChain chain) throws IOException {
        return new DatasetReader(DatasetStorage.of(other, header, path), chain, conversion);
    }

    /** Opens a source of a virtual dataset. */
    public static Source open(ObjectStore store, ObjectHeader header, String path, VirtualChain readers)
            throws IOException {
        return new DatasetReader(DatasetStorage.of(store, header, path), readers, Conversion.LOSSLESS);
    }

    /**
     * The sources of selected elements of a virtual dataset; none of another one.
     *
     * @param selection null for all elements
     */
    public List<VirtualSource> virtualSources(Selection selection) throws IOException {
        return layout instanceof VirtualLayout && hasValue() ? virtual().sources(selection) : List.of();
    }

    @Override
    public boolean isComplete() throws IOException {
        return !(layout instanceof VirtualLayout) || !hasValue() || virtual().isComplete();
    }

    @Override
    public long[] limits() {
        return hasValue() ? dataset.maxDimensions() : null;
    }

    private Selected selected(Selection selection) throws IOException {
        return Selections.of(selection, currentGrid(), dataset.where());
    }

    /** The chunks, or a grid of one. */
    Grid grid() {
        return layout instanceof ChunkedLayout
                ? chunks().grid()
                : Grid.whole(dataset.dataspace().sizes());
    }

    /** As {@link #grid}; a virtual dataset may have grown with its sources. */
    private Grid currentGrid() throws IOException {
        return layout instanceof VirtualLayout && hasValue()
                ? Grid.whole(virtual().extent())
                : grid();
    }

    @Override
    public ObjectStore store() {
        return store;
    }

    @Override
    public Datatype datatype() {
        return datatype;
    }

    @Override
    public long[] extent() throws IOException {
        if (!hasValue()) {
            throw new CorruptFileException(dataset.where() + ": the source of a virtual dataset has a null dataspace");
        }
        return currentGrid().extent();
    }

    /** The number of elements in each dimension; null for a null dataspace. Opens sources that determine it. */
    public long[] dimensions() throws IOException {
        return layout instanceof VirtualLayout && hasValue()
                ? virtual().extent().clone()
                : dataset.dimensions();
    }

    /** The total size of the elements in bytes. */
    public long size() throws IOException {
        if (!(layout instanceof VirtualLayout)) {
            return dataset.storageSize();
        }
        long size = hasValue() ? datatype.size() : 0;
        for (long length : hasValue() ? dimensions() : new long[0]) {
            size = Memory.product(size, length);
        }
        return size;
    }
}
