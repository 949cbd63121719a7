/** Dense storage of links and attributes: a fractal heap, indexed by B-trees. */
package dev.fallow.internal.dense;
