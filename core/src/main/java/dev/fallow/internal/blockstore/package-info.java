/**
 * The block store: headers of blocks, checkpoints, recovery. Seen from the policy in {@code
 * dev.fallow.freespace.policy.quickfit}, {@link dev.fallow.internal.blockstore.Headers} and what extends it write its steps
 * down; seen from above, {@link dev.fallow.internal.blockstore.LiveBlockStore} is the store.
 */
package dev.fallow.internal.blockstore;
