/** The persistence of free space, and the walk over everything live. */
package dev.fallow.internal.space;
