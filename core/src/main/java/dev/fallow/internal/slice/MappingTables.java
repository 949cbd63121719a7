package dev.fallow.internal.slice;

import dev.fallow.selection.VirtualMapping;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/** The mappings of the virtual datasets used last, so that they are decoded and indexed once. */
public final class MappingTables {
    private static final int MOST_TABLES = 8;

    private final Deque<Kept> tables = new ArrayDeque<>();

    private record Kept(byte[] object, long[] extent, String where, MappingTable table) {}

    /**
     * The mappings of a dataset.
     *
     * @param object the encoded mappings, compared byte by byte with those known
     * @param extent of the dataset as stored
     * @param where file and dataset, for messages
     * @param decoding decodes the mappings
     */
    public MappingTable get(byte[] object, long[] extent, String where, Supplier<List<VirtualMapping>> decoding) {
        for (Iterator<Kept> all = tables.iterator(); all.hasNext(); ) {
            Kept each = all.next();
            if (each.where.equals(where) && Arrays.equals(each.extent, extent) && Arrays.equals(each.object, object)) {
                all.remove();
                tables.addFirst(each);
                return each.table;
            }
        }
        MappingTable table = new MappingTable(decoding.get(), extent, where);
        tables.addFirst(new Kept(object, extent, where, table));
        if (tables.size() > MOST_TABLES) {
            tables.removeLast();
        }
        return table;
    }
}
