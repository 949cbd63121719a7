/** Reading one file in many threads, and from a web server. */
package dev.fallow.benchmarks.fleet;
