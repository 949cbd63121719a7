/** The designs that are compared, each with the interface {@link dev.fallow.freespace.FreeSpace}. */
package dev.fallow.research.contender;
