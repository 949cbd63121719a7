/** Draws where a recorded run has spent its time. */
package dev.fallow.benchmarks.profile;
