/** What a container holds, as a table: which columns there are, and where their elements are. */
package dev.fallow.spark.read.table;
