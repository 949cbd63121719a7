package dev.fallow.spark.read;

import dev.fallow.spark.read.table.Box;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.types.StructType;

/**
 * What is read of each file.
 *
 * @param options with the path of the table
 * @param schema all columns of the table
 * @param folders the columns of the schema that are names of folders
 * @param rank the number of dimensions over which the rows are; -1 if unknown
 * @param widening whether a file may have narrower types than the schema
 * @param required the columns that are wanted, with metadata and errors
 * @param bounds conditions that wanted rows meet
 * @param limit the most rows that are wanted of a partition; -1 for all
 */
record ReadPlan(
        ReadOptions options,
        StructType schema,
        FolderColumns folders,
        int rank,
        boolean widening,
        StructType required,
        List<Bound> bounds,
        int limit)
        implements Serializable {
    /** The same read of fewer columns and rows. */
    ReadPlan narrowed(StructType columns, List<Bound> conditions, int most) {
        return new ReadPlan(options, schema, folders, rank, widening, columns, conditions, most);
    }

    /** The bytes of the rows that are wanted of a partition. */
    long wantedBytes(long rowBytes) {
        return limit < 0 ? Long.MAX_VALUE : Math.max(1, Box.product(limit, rowBytes));
    }
}
