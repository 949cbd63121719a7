package dev.fallow.research.blockstore;

/**
 * When a block store forces its writes to the medium. Writes are always issued in a safe order, so that killing the
 * program at any moment costs at most the operation in progress, with each of these settings. The settings differ in
 * the effect of a power loss (or an operating system crash), which can lose any of the unforced writes, in any order.
 */
public enum Forcing {
    /** After each write: a power loss costs no more than killing the program. The slowest setting. */
    EACH_WRITE,
    /**
     * On {@link BlockStore#checkpoint} and on close; the default. After a power loss every block is intact that was
     * allocated before the last checkpoint and neither written, freed nor reallocated since. Nothing is guaranteed for
     * the others: a block allocated or freed since may or may not exist or may be reported as damaged, its content may
     * be old, new or another block's, and the {@linkplain BlockStore#root root} may be the old one. Overlaps between
     * <i>these</i> blocks are not detected. An application that relies on writes since its last checkpoint needs {@link
     * #EACH_WRITE}.
     */
    AT_CHECKPOINT,
    /**
     * Never, not even on {@link BlockStore#checkpoint} and close: a power loss loses whatever the system has not
     * written by itself. Nothing is guaranteed then, and the store may not open at all. For data that can be recreated.
     */
    NEVER
}
