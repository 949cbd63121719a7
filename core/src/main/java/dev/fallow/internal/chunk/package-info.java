/** Finds the chunks of datasets through chunk indexes of every kind. */
package dev.fallow.internal.chunk;
