/** The command {@code fallow} as its users run it: its start, its memory and its time on files of many objects. */
package dev.fallow.benchmarks.command;
