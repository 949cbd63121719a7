/** The space of a file: allocation types, file-space strategies, aggregators, pages, the end of allocation. */
package dev.fallow.freespace.file;
