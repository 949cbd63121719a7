package dev.fallow.oracle;

/**
 * One link of a listing.
 *
 * @param path the full path, starting with a slash
 * @param kind what it leads to
 * @param target for a soft link its path, for an external link "file:path", for an object met before the path it was
 *     met at; otherwise null
 */
public record ReferenceEntry(String path, ObjectKind kind, String target) {}
