/**
 * Atomic commits. A commit is written to a journal next to the container before it overwrites anything; opening a
 * container completes an interrupted commit. {@link dev.fallow.internal.storage.Barrier} lists the rules that this
 * depends on.
 */
package dev.fallow.internal.commit;
