/** Blocks of one size off a free list, as in UNIX V7: what the multiblock policies are compared with (section 5). */
package dev.fallow.freespace.policy.fixed;
