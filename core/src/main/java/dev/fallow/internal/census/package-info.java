/** The traversal of everything in a file, and what is made of it: the account of bytes, verification, reclaiming. */
package dev.fallow.internal.census;
