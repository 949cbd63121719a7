/**
 * What a container holds, as a table: which columns there are, where their elements are, and how these become values in Spark's column
 * vectors.
 */
package dev.fallow.spark.read.table;
