/** Compares reading a container through system calls and through a memory mapping. */
package dev.fallow.benchmarks.mapped;
