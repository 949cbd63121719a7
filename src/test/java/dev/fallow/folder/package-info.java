/** Containers in folders into which somebody else has put things. */
package dev.fallow.folder;
