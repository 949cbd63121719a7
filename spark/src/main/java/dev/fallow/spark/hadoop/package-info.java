/** Files on the file systems of Hadoop: their listing, and their bytes as a source of a container. */
package dev.fallow.spark.hadoop;
