/** What is free: the interface of the backends, and the words they share. */
package dev.fallow.freespace;
