/** The interface of element codecs, and arrays of elements. */
package dev.fallow.internal.data.element;
