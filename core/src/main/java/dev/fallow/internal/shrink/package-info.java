/** Makes a file shorter: moves its last blocks into free space, and changes the addresses that refer to them. */
package dev.fallow.internal.shrink;
