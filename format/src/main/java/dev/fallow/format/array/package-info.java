/** Fixed and extensible arrays, two of the indexes that locate the chunks of a dataset. */
package dev.fallow.format.array;
