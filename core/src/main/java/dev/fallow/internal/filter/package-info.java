/** The filter pipeline of chunks, the built-in filters, and how the others are found. */
package dev.fallow.internal.filter;
