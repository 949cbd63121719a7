/**
 * The block store: block headers, checkpoints, recovery. {@link dev.fallow.internal.blockstore.LiveBlockStore} is the
 * store. The policy in {@code dev.fallow.freespace.policy.quickfit} allocates;
 * {@link dev.fallow.internal.blockstore.Headers} and its subclasses write the policy's steps to the medium.
 */
package dev.fallow.internal.blockstore;
