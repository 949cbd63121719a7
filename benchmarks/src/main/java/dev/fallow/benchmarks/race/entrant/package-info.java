/** The libraries and programs that take part in the race, and the processes that they run in. */
package dev.fallow.benchmarks.race.entrant;
