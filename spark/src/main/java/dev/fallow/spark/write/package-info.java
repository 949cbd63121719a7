/** Writes data frames to HDF5 files, one for each partition, with Spark's commit protocol. */
package dev.fallow.spark.write;
