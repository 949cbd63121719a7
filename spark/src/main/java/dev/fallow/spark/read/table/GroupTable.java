package dev.fallow.spark.read.table;

import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.Link;
import dev.fallow.LinkOrder;
import dev.fallow.NameText;
import dev.fallow.StoredObject;
import dev.fallow.UnsupportedFeatureException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.types.DataType;

/**
 * The datasets of one dimension in a group, side by side: each is a column, and all of them have the same length. They are in
 * the order of the attribute {@code column-order}, which the write side and AnnData store. Those that it does not name follow
 * in the order of creation, if the group tracks it, or else of their names.
 */
final class GroupTable extends FileTable {
    /** The attribute that names the columns in their order. */
    static final String ORDER = "column-order";

    private final Group group;
    private final List<String> wanted;
    private final boolean decodeCf;
    private List<TableColumn> columns;
    /** -1 until a column is known. */
    private long length = -1;

    private String first;

    /** @param wanted the names of the columns; empty for all */
    GroupTable(String file, Group group, List<String> wanted, boolean decodeCf) {
        super(file, group.path());
        this.decodeCf = decodeCf;
        this.group = group;
        this.wanted = wanted;
    }

    @Override
    public long[] dimensions() {
        if (length < 0) {
            columns();
        }
        return new long[] {length};
    }

    @Override
    public List<TableColumn> columns() {
        if (columns == null) {
            List<TableColumn> found = new ArrayList<>();
            for (String name : wanted.isEmpty() ? names() : wanted) {
                TableColumn column = column(name);
                if (column != null) {
                    found.add(column);
                } else if (!wanted.isEmpty()) {
                    throw fail("a dataset of one dimension named " + NameText.printable(name), "none");
                }
            }
            if (found.isEmpty()) {
                throw fail("datasets of one dimension in the group, or a dataset", contents());
            }
            columns = found;
        }
        return columns;
    }

    private List<String> names() {
        LinkOrder order = group.options().creationOrder().tracked() ? LinkOrder.CREATION : LinkOrder.NAME;
        List<String> found = group.links(order).stream().map(Link::name).toList();
        Set<String> names = new LinkedHashSet<>(TextAttributes.texts(group, ORDER));
        names.retainAll(new HashSet<>(found));
        names.addAll(found);
        return List.copyOf(names);
    }

    private String contents() {
        List<String> names = group.names();
        List<String> shown = names.stream().limit(10).map(NameText::printable).toList();
        return names.isEmpty() ? "nothing" : shown + (names.size() > 10 ? " and others" : "");
    }

    @Override
    public TableColumn column(String name) {
        Dataset dataset = dataset(name);
        if (dataset == null) {
            return null;
        }
        checkLength(dataset);
        DataType type = TextAttributes.type(dataset, dataset.datatype(), "", decodeCf);
        ElementPart whole = ElementPart.whole(dataset.datatype());
        return TableColumn.decoded(name, type, new BoxElements(dataset), whole, "", decodeCf);
    }

    /** The dataset of one dimension with this name; null if there is none. */
    private Dataset dataset(String name) {
        try {
            StoredObject object = group.exists(name) ? group.get(name) : null;
            return object instanceof Dataset dataset && dataset.dimensions().length == 1 ? dataset : null;
        } catch (UnsupportedFeatureException e) {
            if (wanted.contains(name)) {
                throw e;
            }
            return null; // an external link, or an object of a kind that is not known: no column
        }
    }

    private void checkLength(Dataset dataset) {
        long found = dataset.dimensions()[0];
        if (length >= 0 && found != length) {
            throw fail(
                    file,
                    dataset.path(),
                    "%d elements, as in %s (the option columns selects datasets)"
                            .formatted(length, NameText.printable(first)),
                    found);
        }
        length = found;
        first = dataset.path();
    }
}
