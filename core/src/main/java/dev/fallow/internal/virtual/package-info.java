/** Virtual datasets: finding the sources of selected elements, and reading them. */
package dev.fallow.internal.virtual;
