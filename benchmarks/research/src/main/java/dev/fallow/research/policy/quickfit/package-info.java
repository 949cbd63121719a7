/**
 * Persistent multiple free list fit, PMFLF: quick lists for small blocks, misc lists for ranges of large ones, a tail,
 * an acceptable wastage and deferred coalescing. Based on A. Iyengar, S. Jin and J. Challenger, <i>Efficient Algorithms
 * for Persistent Storage Allocation</i> (IBM Research Report), section 2.4; quick lists go back to C. Weinstock (1976).
 *
 * <p>This package contains the structures in memory. A store that keeps headers on a medium implements
 * {@link dev.fallow.research.policy.quickfit.BlockHeaders}, which is called before each step.
 */
package dev.fallow.research.policy.quickfit;
