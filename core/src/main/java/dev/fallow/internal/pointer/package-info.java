/** The addresses that the structures of a file contain: where each is stored, and what it points at. */
package dev.fallow.internal.pointer;
