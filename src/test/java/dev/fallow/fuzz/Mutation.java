package dev.fallow.fuzz;

/**
 * A damaged file.
 *
 * @param kind a description of the damage
 * @param bytes the damaged content
 */
record Mutation(String kind, byte[] bytes) {}
