/** Fixed and extensible arrays: where the chunks of a dataset are. */
package dev.fallow.format.array;
