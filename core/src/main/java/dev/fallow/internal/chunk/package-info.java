/** Where the chunks of datasets lie, found through chunk indexes of every kind. */
package dev.fallow.internal.chunk;
