package dev.fallow;

/**
 * One line of a listing.
 *
 * @param path the full path, starting with a slash
 * @param kind what it is
 * @param address the address of its object header; -1 for a soft, external or user-defined link
 * @param target for a soft link its path, for an external link "file:path"; otherwise null
 * @param problem why the object could not be looked into, for instance a feature that is not supported; null if it could
 */
public record Entry(String path, ObjectKind kind, long address, String target, String problem) {}
