/**
 * Traces of allocation: the requests of a session to its {@link dev.fallow.freespace.file.FileSpace}, recorded in a
 * compact file and replayed on any backend and strategy, to compare backends on real work, or to turn a user's problem
 * into a test case.
 */
package dev.fallow.freespace.trace;
