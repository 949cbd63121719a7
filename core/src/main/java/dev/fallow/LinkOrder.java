package dev.fallow;

/** An order of the links of a group. */
public enum LinkOrder {
    /** By name, as strings compare. */
    NAME,
    /** As they were made; only where the group remembers that. */
    CREATION
}
