package dev.fallow.fuzz.input;

/**
 * A damaged file.
 *
 * @param kind a description of the damage
 * @param bytes the damaged content
 */
public record Mutation(String kind, byte[] bytes) {}
