/** Compares the two ways to read a container's file: through system calls, and through a memory mapping. */
package dev.fallow.benchmarks.mapped;
