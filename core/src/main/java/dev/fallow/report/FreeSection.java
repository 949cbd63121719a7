package dev.fallow.report;

import java.util.Objects;

/**
 * A run of free or untracked bytes.
 *
 * @param type the manager that tracks the run, or the reason that none does
 * @param address the first byte, relative to the base address
 * @param size in bytes
 */
public record FreeSection(Type type, long address, long size) implements SpaceItem {
    /** The kind of a run. */
    public enum Type {
        /** Tracked by the manager of metadata; in a paged file, inside a page of metadata. */
        METADATA("metadata"),
        /** Tracked by the manager of raw data and global heaps; in a paged file, inside a page of raw data. */
        RAW_DATA("raw-data"),
        /** Only in paged files: whole pages, and the unused end of the last page of a large block. */
        LARGE("large"),
        /** Released since the last commit, which still refers to the run; reused only after the next commit. */
        RELEASED("quarantine"),
        /** An object inside a global heap collection that no element refers to. */
        GLOBAL_HEAP("global-heap"),
        /** Unreachable from the superblock and not tracked by any manager. */
        UNTRACKED("untracked");

        private final String label;

        Type(String label) {
            this.label = label;
        }

        /** The name in the text and JSON output of the command {@code fallow}. It does not change. */
        public String label() {
            return label;
        }
    }

    /** Requires a type. */
    public FreeSection {
        Objects.requireNonNull(type, "type");
    }
}
