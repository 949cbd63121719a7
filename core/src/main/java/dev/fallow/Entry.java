package dev.fallow;

import dev.fallow.format.Printable;

/**
 * One line of a listing.
 *
 * <p>The names are exactly those in the file, which may contain anything; {@link Printable#name} makes them safe to print.
 *
 * @param path the full path, starting with a slash
 * @param kind what it is
 * @param address the address of its object header; -1 for a soft, external or user-defined link
 * @param target for a soft link its path, for an external link "file:path"; otherwise null
 * @param problem why the object could not be looked into, for instance a feature that is not supported; null if it
 *     could. Safe to print, as messages of exceptions are
 */
public record Entry(String path, ObjectKind kind, long address, String target, String problem) {
    /** Takes the problem in the form of {@link Printable#message}. */
    public Entry {
        problem = Printable.message(problem);
    }
}
