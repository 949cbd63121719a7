/** The designs that are compared, each with the interface of free space. */
package dev.fallow.benchmarks.contender;
