/**
 * Traces of allocation: what a session asked of its {@link dev.fallow.freespace.file.FileSpace}, recorded to a compact
 * file, and done again on any backend and any strategy. Backends are compared on real work this way, and a user's problem
 * becomes a test case.
 */
package dev.fallow.freespace.trace;
