/**
 * How changes get into the file whole or not at all: a commit is written into a journal beside the container before it
 * overwrites anything, and who opens a container finishes what was interrupted. {@link
 * dev.fallow.internal.commit.Barrier} has the rules that this rests on, one by one.
 */
package dev.fallow.internal.commit;
