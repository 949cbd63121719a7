/** Dense storage of links and attributes: a fractal heap, indexed by B-trees; and what is to be stored there. */
package dev.fallow.internal.dense;
