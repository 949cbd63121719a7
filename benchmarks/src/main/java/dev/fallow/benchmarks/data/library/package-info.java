/** The libraries that take part in the data command, and what each of them is asked to do. */
package dev.fallow.benchmarks.data.library;
