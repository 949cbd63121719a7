package dev.fallow.internal;

import dev.fallow.CommittedDatatype;
import dev.fallow.Dataset;
import dev.fallow.internal.Lookup.FreeName;
import dev.fallow.internal.codec.DatatypeForms;
import dev.fallow.internal.data.StringForm;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.data.element.Shape;
import dev.fallow.internal.dataset.creation.NewDataset;
import dev.fallow.internal.dataset.creation.NewVirtualDataset;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.Groups;
import dev.fallow.options.AttributeOptions;
import dev.fallow.options.DatasetOptions;
import dev.fallow.selection.VirtualMapping;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.List;

/** Creates datasets and committed datatypes in a group. */
final class DatasetEdits {
    private static final long NOT_COMMITTED = dev.fallow.internal.dataset.CommittedDatatypes.NONE;

    private final Session session;
    private final GroupHandle group;

    DatasetEdits(Session session, GroupHandle group) {
        this.session = session;
        this.group = group;
    }

    private ObjectStore store() {
        return session.store();
    }

    /** Creates a dataset from a value. */
    Dataset create(String path, Object value, DatasetOptions options) {
        boolean variable = options.stringLength() == DatasetOptions.VARIABLE_LENGTH;
        StringForm strings = new StringForm(variable, variable ? 0 : options.stringLength());
        return create(path, TypedValue.of(value, strings, group.context(path)), NOT_COMMITTED, options);
    }

    /** Creates a dataset of a given datatype; null dimensions stand for a null dataspace. */
    Dataset create(String path, Datatype type, long[] dimensions, Object value, DatasetOptions options) {
        return create(path, group.typed(type, dimensions, value, path), NOT_COMMITTED, options);
    }

    /** Creates a dataset of a committed datatype. */
    Dataset create(String path, CommittedDatatype type, long[] dimensions, Object value, DatasetOptions options) {
        long address = group.committed(ObjectHandle.of(type));
        return create(path, group.typed(type.datatype(), dimensions, value, path), address, options);
    }

    private Dataset create(String path, TypedValue value, long committed, DatasetOptions options) {
        return session.changing(() -> {
            FreeName name = group.lookup().free(path).prepareHardLink();
            NewDataset dataset = NewDataset.of(store(), value, committed, options, name.path());
            Change use = dev.fallow.internal.dataset.CommittedDatatypes.oneUserMore(store(), committed);
            AttributeOptions attributes = Groups.resolved(options.attributes(), name.parentHeader());
            return () -> create(dataset, name, use, attributes);
        });
    }

    private Dataset create(NewDataset dataset, FreeName name, Change use, AttributeOptions attributes)
            throws IOException {
        long address = dataset.create(attributes).address();
        use.apply();
        name.add(address);
        return session.objects().dataset(address, name.path());
    }

    /** Creates a dataset without writing it. */
    Dataset createUnwritten(String path, Datatype type, long[] dimensions, DatasetOptions options) {
        Datatype inFile = DatatypeForms.in(store().sizes(), type);
        Shape.checkDimensions(dimensions, inFile.size());
        return session.changing(() -> {
            FreeName name = group.lookup().free(path).prepareHardLink();
            NewDataset dataset = NewDataset.unwritten(store(), inFile, dimensions, options, name.path());
            AttributeOptions attributes = Groups.resolved(options.attributes(), name.parentHeader());
            return () -> create(dataset, name, () -> {}, attributes);
        });
    }

    /** Creates a virtual dataset. */
    Dataset createVirtual(
            String path,
            Datatype type,
            long[] dimensions,
            long[] maxDimensions,
            List<VirtualMapping> mappings,
            DatasetOptions options) {
        Datatype inFile = DatatypeForms.in(store().sizes(), type);
        Shape.checkDimensions(dimensions, inFile.size());
        List<VirtualMapping> copy = List.copyOf(mappings);
        long[] limits = maxDimensions == null ? null : maxDimensions.clone();
        return session.changing(() -> {
            FreeName name = group.lookup().free(path).prepareHardLink();
            NewDataset dataset =
                    NewVirtualDataset.of(store(), inFile, dimensions.clone(), limits, copy, options, name.path());
            AttributeOptions attributes = Groups.resolved(options.attributes(), name.parentHeader());
            return () -> create(dataset, name, () -> {}, attributes);
        });
    }

    /** Creates a committed datatype. */
    CommittedDatatype commit(String path, Datatype type) {
        Datatype inFile = DatatypeForms.in(store().sizes(), type);
        return session.changing(() -> {
            FreeName name = group.lookup().free(path).prepareHardLink();
            AttributeOptions attributes = Groups.resolved(AttributeOptions.defaults(), name.parentHeader());
            return () -> {
                ObjectHeader created =
                        dev.fallow.internal.dataset.CommittedDatatypes.create(store(), inFile, attributes);
                name.add(created.address());
                return session.objects().datatype(created.address(), name.path());
            };
        });
    }
}
