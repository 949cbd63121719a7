package dev.fallow;

/**
 * A link of a group.
 *
 * @param name the name
 * @param kind the kind of link
 * @param address of a hard link: the address of the object header, relative to the base address; otherwise -1
 * @param file of an external link: the file name as stored; otherwise null
 * @param target of a soft or external link: the path; otherwise null
 * @param creationOrder if the group tracks it: greater than that of every link created earlier; otherwise -1
 */
public record Link(String name, LinkKind kind, long address, String file, String target, long creationOrder) {}
