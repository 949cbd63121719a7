package dev.fallow.spark.space;

import dev.fallow.spark.hadoop.SparkRelease;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * {@code spark.read.format("hdf5-space").load(paths)}: how the space of each file is used, and what it has to gain. The paths are files,
 * folders and patterns on any file system of Hadoop. A file that cannot be opened is a row with an error.
 *
 * <table>
 * <caption>Options; names are not case-sensitive</caption>
 * <tr><th>option</th><th>values</th><th>default</th><th>meaning</th></tr>
 * <tr><td>{@code level}</td><td>{@code files}, {@code objects}</td><td>{@code files}</td><td>what a row is for</td></tr>
 * <tr><td>{@code recursiveFileLookup}</td><td>{@code true}, {@code false}</td><td>{@code true}</td><td>whether folders in the folders are listed</td></tr>
 * <tr><td>{@code pathGlobFilter}</td><td>a pattern</td><td>all</td><td>of the names of files in folders</td></tr>
 * <tr><td>{@code filesPerPartition}</td><td>1 to 1,000,000</td><td>128</td><td>files that one task opens, if there are many</td></tr>
 * </table>
 *
 * <p>The columns at level {@code files}, by what they cost. Only what the query needs is done.
 *
 * <table>
 * <caption>A row for a file</caption>
 * <tr><th>column</th><th>type</th><th>meaning</th></tr>
 * <tr><td colspan="3">from the listing; the file is not opened</td></tr>
 * <tr><td>{@code path}</td><td>string</td><td>with scheme and authority; filters on it are applied to the listing</td></tr>
 * <tr><td>{@code length}</td><td>bigint</td><td>bytes; filters on it are applied to the listing</td></tr>
 * <tr><td>{@code modified}</td><td>timestamp</td><td>time of the last change; filters on it are applied to the listing</td></tr>
 * <tr><td colspan="3">from the superblock</td></tr>
 * <tr><td>{@code strategy}</td><td>string</td><td>{@code FSM_AGGR}, {@code PAGE}, {@code AGGR} or {@code NONE}</td></tr>
 * <tr><td>{@code persists}</td><td>boolean</td><td>whether the file stores its free space</td></tr>
 * <tr><td>{@code generation}</td><td>int</td><td>version of the superblock, 0 to 3; from 2 on free space can be persisted</td></tr>
 * <tr><td>{@code error}</td><td>string</td><td>why the file could not be opened, or was not walked to the end; the first finding of a walk</td></tr>
 * <tr><td colspan="3">after a walk of all structures</td></tr>
 * <tr><td>{@code live}, {@code free}, {@code untracked}</td><td>bigint</td><td>bytes; their sum is the length</td></tr>
 * <tr><td>{@code findings}</td><td>int</td><td>inconsistencies found by the walk</td></tr>
 * <tr><td colspan="3">after up to three walks; not of files with findings</td></tr>
 * <tr><td>{@code returnable}</td><td>bigint</td><td>bytes that {@code fallow shrink} would return, about</td></tr>
 * <tr><td>{@code reclaimable}</td><td>bigint</td><td>bytes that {@code fallow reclaim} would make free</td></tr>
 * <tr><td>{@code verdict}</td><td>string</td><td>{@code ok}; {@code shrink}: at least 1 % and 1 MiB can be returned; {@code in-use}; {@code interrupted}: an edit was, and the
 * next one completes it; {@code refused-journal}; {@code damaged}; {@code not-hdf5}; {@code unsupported}; {@code unreadable}</td></tr>
 * </table>
 *
 * <table>
 * <caption>A row for an object or link, as {@code fallow ls -lr} lists them</caption>
 * <tr><th>column</th><th>type</th><th>meaning</th></tr>
 * <tr><td>{@code file}</td><td>string</td><td>as {@code path} above; filters on it are applied to the listing</td></tr>
 * <tr><td>{@code path}</td><td>string</td><td>in the file; null if the file could not be read</td></tr>
 * <tr><td>{@code kind}</td><td>string</td><td>{@code group}, {@code dataset}, {@code datatype}, {@code soft-link}, {@code external-link},
 * {@code user-defined-link}, {@code unknown}</td></tr>
 * <tr><td>{@code type}</td><td>string</td><td>the datatype, such as {@code float64}</td></tr>
 * <tr><td>{@code shape}</td><td>array of bigint</td><td>of a dataset; empty for a scalar, null without a value</td></tr>
 * <tr><td>{@code layout}</td><td>string</td><td>{@code compact}, {@code contiguous}, {@code chunked}, and those with elements in other files</td></tr>
 * <tr><td>{@code chunk}</td><td>array of bigint</td><td>the shape of chunks</td></tr>
 * <tr><td>{@code filters}</td><td>array of string</td><td>in the order of writing, such as {@code deflate-4}</td></tr>
 * <tr><td>{@code stored}</td><td>bigint</td><td>bytes of the elements in this file; the index of chunks is read for it</td></tr>
 * <tr><td>{@code logical}</td><td>bigint</td><td>bytes of the elements without filters</td></tr>
 * <tr><td>{@code target}</td><td>string</td><td>of a link</td></tr>
 * <tr><td>{@code error}</td><td>string</td><td>why the file or the object could not be read</td></tr>
 * </table>
 *
 * <p>The driver lists the files and keeps about as many bytes of each as its name has, and 30 more. A file that two paths lead to has two
 * rows. Files on the local disk are opened on the machine of the task.
 */
public final class SpaceSource implements TableProvider, DataSourceRegister {
    /** Instantiated by Spark. */
    public SpaceSource() {}

    @Override
    public String shortName() {
        return "hdf5-space";
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        SparkRelease.check();
        return SpaceOptions.of(options).level().schema();
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        return new SpaceTable(SpaceOptions.of(new CaseInsensitiveStringMap(properties)));
    }

    /** The files or objects below some paths. */
    private record SpaceTable(SpaceOptions options) implements SupportsRead {
        @Override
        public String name() {
            return "hdf5-space " + String.join(", ", options.paths());
        }

        @Override
        @Deprecated // in Spark 4.1; 4.0 requires it
        public StructType schema() {
            return options.level().schema();
        }

        @Override
        public Column[] columns() {
            return Arrays.stream(options.level().schema().fields())
                    .map(field -> Column.create(field.name(), field.dataType(), field.nullable()))
                    .toArray(Column[]::new);
        }

        @Override
        public Set<TableCapability> capabilities() {
            return Set.of(TableCapability.BATCH_READ);
        }

        @Override
        public ScanBuilder newScanBuilder(CaseInsensitiveStringMap read) {
            return new SpaceScan(options);
        }
    }
}
