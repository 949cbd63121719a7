/** The free space of a file: its lists in the file, and the settings of its managers. */
package dev.fallow.internal.space;
