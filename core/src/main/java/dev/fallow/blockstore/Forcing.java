package dev.fallow.blockstore;

/**
 * When a block store forces what it wrote to the medium. Its writes are always handed to the system in a safe order, so that
 * with each of these a program that was ended, at whatever moment, costs at most the operation that it was making. They
 * differ in what a loss of power (or a crash of the operating system) may cost, which loses writes that were not forced, any
 * of them, in any order.
 */
public enum Forcing {
    /** After each write: a loss of power costs no more than the end of a program. The slowest. */
    EACH_WRITE,
    /**
     * When {@link BlockStore#checkpoint} is called, and at close; the default. After a loss of power every block is there, with
     * its content, that was allocated before the last of these and neither written, given back nor allocated since. Of all
     * others nothing is certain: a block that was allocated or given back since may be there or not, or be reported as damaged,
     * its content may be old, new or another block's, and the {@linkplain BlockStore#root root} may be the old one. That two of
     * <i>these</i> blocks lie over each other is not found out; an application that has to rely on what it wrote since its last
     * checkpoint needs {@link #EACH_WRITE}.
     */
    AT_CHECKPOINT,
    /**
     * Never: what the system has not written by itself is lost with the power, {@link BlockStore#checkpoint} and close
     * notwithstanding. Then nothing is certain, and the store may not open at all. For what can be made again.
     */
    NEVER
}
