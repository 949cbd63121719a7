/** Comparisons of the free-space designs, and the experiments of the papers. */
package dev.fallow.benchmarks;
