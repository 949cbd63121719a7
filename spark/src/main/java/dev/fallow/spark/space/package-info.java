/**
 * The space of a fleet of files: {@code spark.read.format("hdf5-space")} tells what each file has to gain ({@link
 * dev.fallow.spark.space.SpaceSource}), and {@link dev.fallow.spark.space.Reclaim} carries it out.
 */
package dev.fallow.spark.space;
