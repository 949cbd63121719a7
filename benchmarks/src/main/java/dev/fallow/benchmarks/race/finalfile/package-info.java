/** Checks of the files that a race leaves behind. */
package dev.fallow.benchmarks.race.finalfile;
