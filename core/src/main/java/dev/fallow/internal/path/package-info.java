/** Paths of objects. */
package dev.fallow.internal.path;
