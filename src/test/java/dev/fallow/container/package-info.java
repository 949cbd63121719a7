/**
 * Tests with whole files: libhdf5 reads what Fallow writes, Fallow edits what libhdf5 writes, and each reuses the free
 * space of the other.
 */
package dev.fallow.container;
