package dev.fallow.fuzz;

/**
 * A damaged file.
 *
 * @param kind how it was damaged
 * @param bytes what became of it
 */
record Mutation(String kind, byte[] bytes) {}
