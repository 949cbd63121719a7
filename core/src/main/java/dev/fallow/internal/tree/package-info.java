/** Operations on many objects: deletion, copies, groups that are cut off, rebuilding sparse storage. */
package dev.fallow.internal.tree;
