/** Data sources of Apache Spark for HDF5 files. */
package dev.fallow.spark;
