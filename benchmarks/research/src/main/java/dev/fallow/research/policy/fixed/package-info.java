/** Blocks of one size from a free list, as in UNIX V7: the baseline for the multiblock policies (section 5). */
package dev.fallow.research.policy.fixed;
