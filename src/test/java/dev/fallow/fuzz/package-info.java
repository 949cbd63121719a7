/**
 * Fuzzing: containers and journals that are made, damaged with regard to their structure, with checksums redone, and then
 * read, edited and recovered. {@link dev.fallow.fuzz.Campaign} is the command for long runs; a share of it is in every build.
 */
package dev.fallow.fuzz;
