/**
 * The create and delete tests of the HDF Group's "Performance Report for Free-space Manager" (2008) as a race: Fallow
 * with each of its backends against libhdf5, in JVMs of their own, and against programs in other languages.
 *
 * <p>{@link dev.fallow.research.createdelete.ReportTest} contains the tests, {@link dev.fallow.research.createdelete.Library} is
 * the interface to a library, {@link dev.fallow.benchmarks.race.entrant.Entrant} a contender, and
 * {@link dev.fallow.benchmarks.race.CreateDeleteRace} runs the race. The other classes process the results.
 */
package dev.fallow.benchmarks.race;
