/**
 * The block store: block headers, checkpoints, recovery. {@link dev.fallow.research.blockstore.internal.LiveBlockStore} is the
 * store. The policy in {@code dev.fallow.research.policy.quickfit} allocates;
 * {@link dev.fallow.research.blockstore.internal.Headers} and its subclasses write the policy's steps to the medium.
 */
package dev.fallow.research.blockstore.internal;
