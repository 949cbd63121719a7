/** The benchmark command, with the measurements of Fallow and the commands of {@code dev.fallow.research}. */
package dev.fallow.benchmarks;
