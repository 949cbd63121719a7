/**
 * Structure-aware fuzzing: containers and journals are created, damaged, given correct checksums, and then read, edited
 * and recovered. {@link dev.fallow.fuzz.Campaign} is the command for long runs; {@code FuzzTest} runs a part in every
 * build.
 */
package dev.fallow.fuzz;
