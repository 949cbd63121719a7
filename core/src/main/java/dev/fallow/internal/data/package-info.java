/** Conversion of Java arrays and values to the bytes of a datatype and back. */
package dev.fallow.internal.data;
