/** JMH benchmarks, with one contender and one workload per JVM, to examine a single number. */
package dev.fallow.benchmarks.jmh;
