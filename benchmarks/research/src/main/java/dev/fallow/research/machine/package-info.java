/** The machine on which is measured: its description, its page cache, and folders for a while. */
package dev.fallow.research.machine;
