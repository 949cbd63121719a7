package dev.fallow.fuzz.input;

/**
 * A damaged file.
 *
 * @param kind how it was damaged
 * @param bytes what became of it
 */
public record Mutation(String kind, byte[] bytes) {}
