package dev.fallow.table;

import dev.fallow.CorruptFileException;
import dev.fallow.Dataset;
import dev.fallow.Group;
import dev.fallow.NameText;
import dev.fallow.Selection;
import dev.fallow.StoredObject;
import dev.fallow.TooLargeException;
import dev.fallow.WrongTypeException;
import dev.fallow.type.Array;
import dev.fallow.type.BitField;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import java.lang.invoke.MethodType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A frame or series that pandas has stored with {@code format="table"}: a group with the attribute {@code pandas_type} and a compound
 * dataset {@code table}, whose members are the index, a column, or several columns of one type as an array. Columns are read by name.
 *
 * <pre>{@code
 * PandasFrame frame = PandasFrame.of(file.group("frame"));
 * double[] ratio = frame.read("ratio", double[].class);
 * Instant[] when = frame.read("when", Instant[].class);
 * }</pre>
 *
 * <p>It is a view: what it reads is what the file then has.
 */
public final class PandasFrame {
    private static final String TABLE = "table";
    private static final String MISSING = "nan";
    /** More columns than a frame can have whose names are in an attribute. */
    private static final int MOST_COLUMNS = 1 << 16;

    private final Group group;
    private final Dataset table;
    private final List<Column> columns;
    /** The text that stands for a missing string; null if none is missing. */
    private final String missing;

    /**
     * A column of a frame, or its index.
     *
     * @param name as pandas shows it; {@code index} for an index without a name
     * @param member of the dataset {@code table} that has it
     * @param index among the elements of the member, if that is an array; -1 if the column is the whole member
     * @param dtype as pandas names it, {@code datetime64[ns]} for example; that of an index without one is its kind, {@code integer}
     * @param category whether the numbers are codes of categories
     */
    public record Column(String name, Compound.Member member, int index, String dtype, boolean category) {
        /** The datatype of the stored values. */
        public Datatype datatype() {
            return index < 0 ? member.type() : ((Array) member.type()).base();
        }
    }

    private PandasFrame(Group group, boolean categories) {
        this.group = group;
        table = group.dataset(TABLE);
        if (table.dimensions().length != 1 || !(table.datatype() instanceof Compound compound)) {
            throw new WrongTypeException(
                    "%s: expected a compound dataset of one dimension, found %s".formatted(table, table.datatype()));
        }
        missing = categories ? null : missing();
        List<Column> found = new ArrayList<>();
        compound.members().forEach(member -> add(member, found));
        Map<String, Integer> order = order();
        found.sort(Comparator.comparingInt(
                each -> order.getOrDefault(each.name(), -1))); // the index, in no order, is first
        columns = List.copyOf(found);
    }

    /** Whether a group is such a frame or series. */
    public static boolean isIn(Group group) {
        String type = text(group, "pandas_type", "");
        return type.equals("frame_table") || type.equals("series_table");
    }

    /**
     * The frame or series that a group is.
     *
     * @throws WrongTypeException if it is none; one of {@code format="fixed"}, which is what {@code to_hdf} does by default, is none
     */
    public static PandasFrame of(Group group) {
        if (!isIn(group)) {
            String type = text(group, "pandas_type", "");
            throw new WrongTypeException("%s: expected a frame that pandas has stored with format=\"table\", found %s"
                    .formatted(
                            group,
                            type.isEmpty() ? "no attribute pandas_type" : "the type " + NameText.printable(type)));
        }
        return new PandasFrame(group, false);
    }

    /** The text for a missing string; newer releases of pandas store a pickled None for the default. */
    private String missing() {
        String stored = text(group, "nan_rep", MISSING);
        return PickledNames.read(stored).isPresent() ? MISSING : stored;
    }

    private void add(Compound.Member member, List<Column> found) {
        String kind = text(table, member.name() + "_kind", "");
        List<String> names = PickledNames.names(kind);
        String dtype = text(table, member.name() + "_dtype", kind);
        boolean category = text(table, member.name() + "_meta", "").contains("category");
        if (!(member.type() instanceof Array array) || array.dimensions().size() != 1) {
            found.add(new Column(names.size() == 1 ? names.get(0) : member.name(), member, -1, dtype, category));
            return;
        }
        long width = array.dimensions().get(0);
        if (width > MOST_COLUMNS) {
            throw new WrongTypeException("%s: expected at most %d columns in the member %s, found %d"
                    .formatted(table, MOST_COLUMNS, NameText.printable(member.name()), width));
        }
        for (int i = 0; i < width; i++) {
            String name = i < names.size() ? names.get(i) : member.name() + "_" + i;
            found.add(new Column(name, member, i, dtype, category));
        }
    }

    /** The order of the columns in the frame: {@code [(1, [names])]}. */
    private Map<String, Integer> order() {
        Map<String, Integer> order = new HashMap<>();
        Object axes = PickledNames.read(text(group, "non_index_axes", "")).orElse("");
        while (axes instanceof List<?> list && !list.isEmpty()) {
            axes = list.get(list.size() - 1);
            if (axes instanceof String) {
                list.forEach(each -> order.putIfAbsent(String.valueOf(each), order.size()));
            }
        }
        return order;
    }

    /** The index, then the columns in the order of the frame. */
    public List<Column> columns() {
        return columns;
    }

    /** The number of rows. */
    public long rows() {
        return table.dimensions()[0];
    }

    /**
     * The values of a column: {@code boolean[]} for truth values; {@code Instant[]} for times, in UTC if pandas has a time zone;
     * {@code String[]}; for categories an array of objects, {@code String[]} or {@code Long[]}; otherwise an array of primitive numbers. A
     * missing time, string or category is null, a missing number NaN.
     *
     * @param column its name
     * @throws WrongTypeException if there is no such column
     * @throws TooLargeException if the values do not fit into an array or the memory
     */
    public Object read(String column) {
        return read(column, Object.class);
    }

    /**
     * The values of a column, as {@link #read(String)}; numbers also as an array of another type of numbers, as {@link
     * Dataset#read(Class)} does, and times as {@code long[]}: units since 1970, and the least number for none.
     *
     * @throws WrongTypeException if there is no such column, or it cannot be read as this type
     */
    @SuppressWarnings("unchecked") // it is an instance
    public <T> T read(String column, Class<T> type) {
        Column found = column(column);
        boolean asIs = type != Object.class && type != Instant[].class && type != String[].class;
        if (asIs && !found.category()) {
            return stored(found, type);
        }
        Object values = natural(found);
        if (!type.isInstance(values)) {
            throw new WrongTypeException("%s: the column %s is read as %s, not as %s"
                    .formatted(
                            group,
                            NameText.printable(column),
                            values.getClass().getSimpleName(),
                            type.getSimpleName()));
        }
        return (T) values;
    }

    private Column column(String name) {
        return columns.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new WrongTypeException("%s: there is no column %s; the columns are %s"
                        .formatted(
                                group,
                                NameText.printable(name),
                                columns.stream()
                                        .map(each -> NameText.printable(each.name()))
                                        .toList())));
    }

    private Object natural(Column column) {
        if (column.category()) {
            return categories(column);
        } else if (column.dtype().equals("bool") && column.datatype() instanceof BitField) {
            return stored(column, boolean[].class);
        }
        Object stored = stored(column, Object.class);
        PandasTimes times = PandasTimes.of(column.dtype());
        if (times != null && stored instanceof long[] numbers) {
            return times.instants(numbers);
        } else if (stored instanceof String[] texts && missing != null) {
            for (int i = 0; i < texts.length; i++) {
                texts[i] = missing.equals(texts[i]) ? null : texts[i];
            }
        }
        return stored;
    }

    /** The values that codes stand for, which are the last column of a table of their own. */
    private Object categories(Column column) {
        String path = "meta/" + column.member().name() + "/meta";
        if (missing == null || !group.exists(path) || !(group.get(path) instanceof Group values) || !isIn(values)) {
            throw new WrongTypeException("%s: expected a table of the categories of %s in %s, found none"
                    .formatted(group, NameText.printable(column.name()), NameText.printable(path)));
        }
        PandasFrame frame = new PandasFrame(values, true);
        Object all = frame.natural(frame.columns.get(frame.columns.size() - 1));
        int count = java.lang.reflect.Array.getLength(all);
        int[] codes = stored(column, int[].class);
        Class<?> boxed =
                MethodType.methodType(all.getClass().getComponentType()).wrap().returnType();
        Object[] result = (Object[]) allocated(boxed, codes.length);
        for (int i = 0; i < codes.length; i++) {
            if (codes[i] < -1 || codes[i] >= count) {
                throw new CorruptFileException("%s: row %d of %s: expected a code of %d categories, found %d"
                        .formatted(group, i, NameText.printable(column.name()), count, codes[i]));
            }
            result[i] = codes[i] < 0 ? null : java.lang.reflect.Array.get(all, codes[i]);
        }
        return result;
    }

    /** The values as they are stored. */
    private <T> T stored(Column column, Class<T> type) {
        String member = column.member().name();
        return column.index() < 0
                ? table.readMember(member, type)
                : table.readMember(Selection.all(), member, column.index(), type);
    }

    private Object allocated(Class<?> component, int count) {
        try {
            return java.lang.reflect.Array.newInstance(component, count);
        } catch (OutOfMemoryError e) {
            throw new TooLargeException("%s: %d values do not fit into the memory".formatted(group, count), e);
        }
    }

    /** The text of an attribute; the other one if it is missing, or no text. */
    private static String text(StoredObject object, String name, String otherwise) {
        return object.hasAttribute(name) && object.attribute(name).read() instanceof String text ? text : otherwise;
    }
}
