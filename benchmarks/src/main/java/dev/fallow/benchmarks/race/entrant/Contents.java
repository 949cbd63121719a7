package dev.fallow.benchmarks.race.entrant;

/**
 * The contents of a file.
 *
 * @param groups without the root group
 * @param datasets how many
 * @param attributes of all objects together
 * @param elementBytes of all datasets together
 */
public record Contents(long groups, long datasets, long attributes, long elementBytes) {}
