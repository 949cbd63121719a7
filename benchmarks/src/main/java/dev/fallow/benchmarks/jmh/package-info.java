/** The JMH benchmarks: one contender and one workload a JVM, for a close look at a single number. */
package dev.fallow.benchmarks.jmh;
