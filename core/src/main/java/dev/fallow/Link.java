package dev.fallow;

/**
 * A name in a group, and what it leads to.
 *
 * @param name the name
 * @param kind what kind of link it is
 * @param address of a hard link: where the object header lies, relative to the base address; else -1
 * @param file of an external link: the file's name as stored; else null
 * @param target of a soft or external link: the path; else null
 * @param creationOrder where the group remembers the order: greater than that of every link made before; else -1
 */
public record Link(String name, LinkKind kind, long address, String file, String target, long creationOrder) {}
