/** Elements of datasets as values in Spark's column vectors. */
package dev.fallow.spark.read.element;
