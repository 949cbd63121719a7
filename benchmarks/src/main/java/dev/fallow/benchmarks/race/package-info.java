/**
 * The create and delete tests of the HDF Group's "Performance Report for Free-space Manager" (2008) as a race: Fallow with
 * each of its backends against libhdf5, in JVMs of their own, and against programs in other languages.
 *
 * <p>{@link dev.fallow.benchmarks.race.ReportTest} has the work, {@link dev.fallow.benchmarks.race.Library} the seam between
 * it and those who do it, {@link dev.fallow.benchmarks.race.Entrant} a contender, {@link
 * dev.fallow.benchmarks.race.CreateDeleteRace} the order of events, and the rest is what becomes of the numbers.
 */
package dev.fallow.benchmarks.race;
