package dev.fallow.research.createdelete;

/**
 * The contents of a file.
 *
 * @param groups the number of groups, without the root group
 * @param datasets the number of datasets
 * @param attributes the number of attributes of all objects
 * @param elementBytes the total size of all elements in bytes
 */
public record Contents(long groups, long datasets, long attributes, long elementBytes) {}
