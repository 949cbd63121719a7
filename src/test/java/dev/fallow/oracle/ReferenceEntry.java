package dev.fallow.oracle;

/**
 * A link in a listing.
 *
 * @param path the full path, starting with a slash
 * @param kind the kind of its target
 * @param target for a soft link its path, for an external link "file:path", for an object that was already listed its
 *     first path; otherwise null
 */
public record ReferenceEntry(String path, ObjectKind kind, String target) {}
