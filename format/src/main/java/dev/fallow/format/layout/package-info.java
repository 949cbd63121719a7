/** Messages that describe how the elements of a dataset are stored: layout, fill value, filters, external files. */
package dev.fallow.format.layout;
