package dev.fallow.blockstore;

/** When a block store forces what it wrote to the medium. Its writes are always handed to the system in a safe order. */
public enum Forcing {
    /** After each write: the state can be recovered after a loss of power, too. */
    EACH_WRITE,
    /** At checkpoints that are asked for, and at close: the state can be recovered after the program was ended. The default. */
    AT_CHECKPOINT,
    /** Never. */
    NEVER
}
