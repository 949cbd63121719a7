/** The elements of a dataset in the file: reading and writing selected ones, for each layout. */
package dev.fallow.internal.elements;
