package dev.fallow.internal.check;

import dev.fallow.format.superblock.AnySuperblock;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.space.SectionPersistence;

/**
 * A container that is open on the file that is checked. Everything is committed.
 *
 * @param superblock of the last commit
 * @param writable whether it is open for editing, which marks the file
 */
public record OpenContainer(
        ObjectStore store, SectionPersistence sections, AnySuperblock superblock, boolean writable) {}
