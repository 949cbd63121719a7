/** The other experiments of the comparison. */
package dev.fallow.benchmarks.comparison.experiment;
