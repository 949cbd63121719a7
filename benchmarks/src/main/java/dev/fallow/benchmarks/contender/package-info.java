/** The designs that are compared, each behind the one interface of free space. */
package dev.fallow.benchmarks.contender;
