package dev.fallow.spark.read;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fallow.spark.hadoop.FileEntry;
import dev.fallow.spark.hadoop.FileListing;
import dev.fallow.spark.read.table.TableOptions;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The options of a read.
 *
 * <pre>
 *   option                     meaning                                                            default
 *   dataset                    the path of a dataset or group                                     the only dataset
 *   layout                     what a row is: cells, rows, arrays ({@link TableOptions.RowLayout})                auto
 *   columns                    of a group: names of datasets of one shape, with commas between   all of one dimension
 *   decodeCf                   whether numbers are unpacked, and are times, by CF attributes     true
 *   mode                       {@link ReadMode}                                                   FAILFAST
 *   ignoreCorruptFiles         whether the mode is DROPMALFORMED, if none is given                as Spark is configured
 *   columnNameOfCorruptRecord  the column of errors, with mode PERMISSIVE                         _corrupt
 *   mergeSchema                the columns of all files, instead of the first one                 false
 *   pathGlobFilter             a pattern for the names of files in folders                        all
 *   recursiveFileLookup        whether folders in folders are searched                            true
 *   maxPartitionBytes          stored bytes of a partition, at most                               as Spark is configured
 *   basePath                   the folder below which folders such as day=1 make columns          what is loaded
 *   batchRows                  rows in a batch, 1 to 65,536                                       16,384
 * </pre>
 *
 * With {@code decodeCf}, {@code _FillValue}, {@code missing_value}, {@code _Unsigned}, {@code scale_factor}, {@code add_offset},
 * {@code units}, {@code calendar} and {@code spark-type} have the meaning that {@link dev.fallow.spark.read.table.PackedNumbers} lists: for each number that is a value or a coordinate of its own, in a dataset, a group of columns
 * or a table ({@code FIELD_n_ATTR_...}). Numbers inside of arrays and structs (layouts {@code rows} and {@code arrays}) are what is stored.
 * Conditions, and what is skipped because of them, go by the unpacked numbers; because of conditions on times, nothing is skipped. A
 * number whose time is too far from 1970 for Spark fails the query by name.
 *
 * A folder {@code NAME=VALUE} below the paths, or below what is before the first pattern in them, makes a column with this name and value:
 * as Spark, of the first type of int, bigint, double, date and string that all values have, or of the type in a given schema. Conditions on
 * these columns, and on the path, name, size and time in {@code _metadata}, select files before any is opened.
 *
 * <p>In object stores (S3A, ABFS), a file takes one request for its state, when it has been read, and parts less than 1 MiB from each other are read
 * at once, with what is between them. Each task has up to 4 requests at a time. So with S3A, {@code spark.hadoop.fs.s3a.connection.maximum} has to be at
 * least 4 for each core of an executor, and {@code spark.hadoop.fs.s3a.prefetch.enabled} has to be false, which it is by default; the policy of reading
 * ({@code random}) is set by this source.
 *
 * @param basePath null for the paths themselves
 * @param names a pattern for the names of files in folders; null for all
 * @param partitionBytes stored bytes of a partition; 0 for as Spark is configured
 */
public record ReadOptions(
        List<String> paths,
        TableOptions table,
        ReadMode mode,
        String corruptColumn,
        boolean mergeSchema,
        String basePath,
        String names,
        boolean recursive,
        long partitionBytes,
        int batchRows)
        implements Serializable {
    private static final int MOST_BATCH_ROWS = 1 << 16;
    private static final int DEFAULT_BATCH_ROWS = 1 << 14;

    /**
     * Reads the options.
     *
     * @throws IllegalArgumentException if one has no valid value; the message says what is expected
     */
    public static ReadOptions of(CaseInsensitiveStringMap options) {
        TableOptions table = new TableOptions(
                options.get("dataset"),
                constant("layout", options.getOrDefault("layout", "auto"), TableOptions.RowLayout.values()),
                split(options.getOrDefault("columns", "")),
                options.getBoolean("decodeCf", true));
        return new ReadOptions(
                paths(options),
                table,
                constant("mode", options.getOrDefault("mode", defaultMode(options)), ReadMode.values()),
                options.getOrDefault("columnNameOfCorruptRecord", "_corrupt"),
                options.getBoolean("mergeSchema", false),
                options.get("basePath"),
                options.get("pathGlobFilter"),
                options.getBoolean("recursiveFileLookup", true),
                checked("maxPartitionBytes", options.getLong("maxPartitionBytes", 0), 0, Long.MAX_VALUE),
                (int) checked("batchRows", options.getInt("batchRows", DEFAULT_BATCH_ROWS), 1, MOST_BATCH_ROWS));
    }

    private static String defaultMode(CaseInsensitiveStringMap options) {
        boolean ignores = options.getBoolean("ignoreCorruptFiles", SQLConf.get().ignoreCorruptFiles());
        return (ignores ? ReadMode.DROPMALFORMED : ReadMode.FAILFAST).name();
    }

    private static long checked(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "option %s: expected %d to %d, found %d".formatted(name, least, most, value));
        }
        return value;
    }

    private static <T extends Enum<T>> T constant(String name, String text, T[] values) {
        for (T value : values) {
            if (value.name().equalsIgnoreCase(text)) {
                return value;
            }
        }
        throw new IllegalArgumentException("option %s: expected one of %s, found %s"
                .formatted(name, Arrays.toString(values).toLowerCase(Locale.ROOT), text));
    }

    private static List<String> split(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    private static List<String> paths(CaseInsensitiveStringMap options) {
        List<String> paths = new ArrayList<>();
        try {
            if (options.containsKey("paths")) { // what load(a, b) becomes
                paths.addAll(Arrays.asList(new ObjectMapper().readValue(options.get("paths"), String[].class)));
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("option paths: expected a list, found " + options.get("paths"), e);
        }
        if (options.containsKey("path")) {
            paths.add(options.get("path"));
        }
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("no path: load(...) takes files, folders or patterns");
        }
        return List.copyOf(paths);
    }

    /** The files, each once, in the order of their paths. */
    List<FileEntry> list(Configuration configuration) {
        List<FileEntry> listed = new ArrayList<>();
        try {
            FileListing.forEach(paths, configuration, recursive, names, listed::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
        listed.sort(Comparator.comparing(FileEntry::folder).thenComparing(FileEntry::name));
        List<FileEntry> entries = new ArrayList<>(listed.size());
        FileEntry last = null;
        for (FileEntry each : listed) {
            if (last == null || !each.isSameFile(last)) {
                entries.add(each);
            }
            last = each;
        }
        return entries;
    }

    /** The folders below which names of folders make columns, with scheme and authority. */
    List<String> bases(Configuration configuration) {
        try {
            return FileListing.bases(basePath == null ? paths : List.of(basePath), configuration);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** These options with another table. */
    ReadOptions withTable(TableOptions other) {
        return new ReadOptions(
                paths, other, mode, corruptColumn, mergeSchema, basePath, names, recursive, partitionBytes, batchRows);
    }

    /** What happens with a file that cannot be read, or has another table. */
    public enum ReadMode {
        /** The query fails, with an error that names the file. */
        FAILFAST,
        /** The file is a row without values, whose column {@code _corrupt} has the error. Rows that were read before it stay. */
        PERMISSIVE,
        /** The file has no rows, and the log a warning. Rows that were read before it stay. */
        DROPMALFORMED
    }
}
