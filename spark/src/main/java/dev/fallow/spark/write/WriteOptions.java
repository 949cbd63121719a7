package dev.fallow.spark.write;

import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of {@code df.write.format("hdf5")}. Names are not case-sensitive.
 *
 * <table>
 * <caption>Options for writing</caption>
 * <tr><th>option</th><th>values</th><th>default</th><th>meaning</th></tr>
 * <tr><td>{@code layout}</td><td>{@code columns}, {@code table}</td><td>{@code columns}</td>
 * <td>{@code columns}: a dataset of one dimension for each column, with chunks and without a limit, in one group, whose
 * attribute {@code column-order} lists the columns. {@code table}: one dataset of a compound datatype</td></tr>
 * <tr><td>{@code dataset}</td><td>a path</td><td>{@code /} for columns, {@code /table} for a table</td>
 * <td>the group of the columns, or the table; parents are created. It is the option with which they are read</td></tr>
 * <tr><td>{@code compression}</td><td>{@code none}, {@code gzip}, {@code lzf}, {@code lz4}, {@code zstd}</td><td>{@code none}</td>
 * <td>the filter of the chunks, after shuffle; {@code deflate} is {@code gzip}. ColumnReaders other than Fallow need the package hdf5plugin for lz4
 * and zstd, and h5py for lzf</td></tr>
 * <tr><td>{@code compressionLevel}</td><td>1 to 9</td><td>4</td><td>of {@code gzip}</td></tr>
 * <tr><td>{@code chunkRows}</td><td>1 to 1,048,576</td><td>16,384; of a table the number of rows in 1 MiB, if that is less</td>
 * <td>rows of a chunk, which are in memory at the same time</td></tr>
 * <tr><td>{@code stringBytes}</td><td>1 to 1,024, or {@code NAME=NUMBER} with commas between them</td><td>none</td>
 * <td>strings of fixed length, in bytes of UTF-8, padded with zeros: all of them, or those of the named columns; a longer string fails the job</td></tr>
 * <tr><td>{@code nulls}</td><td>{@code error}, {@code fill}</td><td>{@code error}</td>
 * <td>HDF5 has no null. {@code error}: a null fails the job, with the name of the column. {@code fill}: NaN, the smallest number of an integer,
 * date or time, a string without characters in the file (which other readers take for an empty one) or an empty sequence stands for it; the attribute {@code _FillValue} of numbers says so, and an integer
 * that equals it fails the job. A null boolean always does. For other values, use {@code df.na().fill}</td></tr>
 * </table>
 *
 * Arrays of booleans and numbers become sequences of variable length. Dates and times are integers with the attributes {@code units} and {@code calendar} of the CF conventions. The attribute {@code spark-type}
 * tells dates, times without a zone and sequences of bytes: what is read back has the types that were written. A null of the
 * type binary is read back as an empty value, and char and varchar are read back as string. In a table, the names of attributes begin with
 * {@code FIELD_n_ATTR_}.
 *
 * @param table whether rows are elements of a compound; otherwise columns are datasets
 * @param place the path of the group or the table
 * @param chunkRows 0 for the default
 * @param strings which strings have a fixed length
 * @param fills whether a value stands for null
 */
record WriteOptions(
        boolean table,
        String place,
        Compression compression,
        int level,
        int chunkRows,
        FixedStrings strings,
        boolean fills)
        implements Serializable {
    private static final int DEFAULT_LEVEL = 4;
    private static final int HIGHEST_LEVEL = 9;
    private static final int ZSTD_LEVEL = 3;
    private static final int MOST_ROWS = 1 << 20;

    private enum Layout {
        COLUMNS,
        TABLE
    }

    /** Filters of chunks. */
    enum Compression {
        NONE,
        GZIP,
        DEFLATE,
        LZF,
        LZ4,
        ZSTD
    }

    private enum Nulls {
        ERROR,
        FILL
    }

    /** @throws IllegalArgumentException if a value is not known */
    static WriteOptions of(CaseInsensitiveStringMap given) {
        boolean table = choice(Layout.class, given, "layout", Layout.COLUMNS) == Layout.TABLE;
        String place = given.getOrDefault("dataset", table ? "/table" : "/");
        String name = place.replaceAll("/+$", "");
        if (table && name.isEmpty()) {
            throw new IllegalArgumentException("option dataset: expected a path, found \"" + place + "\"");
        }
        return new WriteOptions(
                table,
                table ? name : place,
                choice(Compression.class, given, "compression", Compression.NONE),
                number(given, "compressionLevel", DEFAULT_LEVEL, HIGHEST_LEVEL),
                number(given, "chunkRows", 0, MOST_ROWS),
                FixedStrings.of(given.getOrDefault("stringBytes", "")),
                choice(Nulls.class, given, "nulls", Nulls.ERROR) == Nulls.FILL);
    }

    /** The filters of chunks, in the order in which they are applied. */
    FilterSetting[] filters() {
        return switch (compression) {
            case NONE -> new FilterSetting[0];
            case GZIP, DEFLATE -> new FilterSetting[] {Filters.shuffle(), Filters.deflate(level)};
            case LZF -> new FilterSetting[] {Filters.shuffle(), Filters.lzf()};
            case LZ4 -> new FilterSetting[] {Filters.shuffle(), Filters.lz4()};
            case ZSTD -> new FilterSetting[] {Filters.shuffle(), Filters.zstd(ZSTD_LEVEL)};
        };
    }

    private static <E extends Enum<E>> E choice(
            Class<E> type, CaseInsensitiveStringMap given, String option, E otherwise) {
        String value = given.get(option);
        if (value == null) {
            return otherwise;
        }
        for (E one : type.getEnumConstants()) {
            if (one.name().equalsIgnoreCase(value)) {
                return one;
            }
        }
        throw new IllegalArgumentException("option %s: expected %s, found \"%s\""
                .formatted(
                        option,
                        Arrays.stream(type.getEnumConstants())
                                .map(one -> one.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", ")),
                        value));
    }

    private static int number(CaseInsensitiveStringMap given, String option, int otherwise, int most) {
        String value = given.get(option);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // the same message
        }
        throw new IllegalArgumentException(
                "option %s: expected a number from 1 to %d, found \"%s\"".formatted(option, most, value));
    }
}
