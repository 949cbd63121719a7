package dev.fallow.spark.write;

import dev.fallow.UnsupportedFeatureException;
import java.util.List;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;

/**
 * The write side of a table: {@code df.write.format("hdf5").mode(...).save(folder)}. A file is written for each partition with rows,
 * and for an empty data frame one without rows.
 *
 * <p>A table returns one from {@code newWriteBuilder}. It needs {@link TableCapability#BATCH_WRITE}, {@link
 * TableCapability#TRUNCATE} and {@link TableCapability#ACCEPT_ANY_SCHEMA}. Its provider has to accept a schema from outside ({@code
 * supportsExternalMetadata}): otherwise Spark infers one from the folder, which need not exist.
 *
 * <p>{@code append} adds files. {@code overwrite} replaces all files in the folder whose names do not begin with an underscore or a dot;
 * a folder with folders in it is refused. Spark refuses the other modes by name. Existing files are not changed by a job that fails.
 *
 * <p>Types: {@code boolean} becomes the enumeration that h5py reads as {@code bool}, {@code tinyint} to {@code bigint}, {@code float} and
 * {@code double} the numbers of the same size. {@code string} becomes UTF-8 of variable length and {@code binary} a sequence of {@code uint8}. {@code date}
 * becomes {@code int32} days and {@code timestamp} {@code int64} microseconds, both with the attribute {@code units}. Decimals, intervals and nested types are refused,
 * with the name of the column. {@link WriteOptions} lists the options.
 */
public final class Hdf5WriteBuilder implements WriteBuilder, SupportsTruncate {
    private final LogicalWriteInfo info;
    private final WriteOptions options;
    private final List<Column> columns;
    private final String folder;
    private boolean replacing;

    /**
     * A write of a query.
     *
     * @param info with the options of {@link WriteOptions}, and {@code path}
     * @throws IllegalArgumentException if an option has a value that is not known, or there is not one path
     * @throws UnsupportedFeatureException if a column has a type that cannot be written
     */
    public Hdf5WriteBuilder(LogicalWriteInfo info) {
        this.info = info;
        folder = info.options().get("path");
        if (folder == null || folder.isEmpty()) {
            throw new IllegalArgumentException("option path: expected a folder, found none");
        }
        options = WriteOptions.of(info.options());
        columns = Column.of(info.schema(), options);
    }

    @Override
    public WriteBuilder truncate() {
        replacing = true;
        return this;
    }

    @Override
    public Write build() {
        return new Write() {
            @Override
            public String description() {
                return "hdf5 " + folder;
            }

            @Override
            public BatchWrite toBatch() {
                return new FilesWrite(folder, info, options, columns, replacing);
            }
        };
    }
}
