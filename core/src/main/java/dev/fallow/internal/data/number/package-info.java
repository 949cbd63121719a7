/** Codecs of numbers. */
package dev.fallow.internal.data.number;
