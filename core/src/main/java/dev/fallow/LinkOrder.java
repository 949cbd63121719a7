package dev.fallow;

/** The order in which the links of a group are returned. */
public enum LinkOrder {
    /** By name, in string order. */
    NAME,
    /** By creation; only if the group tracks it. */
    CREATION
}
