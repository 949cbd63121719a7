/** The scan of HDF5 files: options, schema, splits, and the readers of the splits. */
package dev.fallow.spark.read;
