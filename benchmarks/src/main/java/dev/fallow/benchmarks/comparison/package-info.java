/** The comparison of all contenders: experiments, the JVMs that they run in, and reports of what was found. */
package dev.fallow.benchmarks.comparison;
