/** An open container from opening to closing: changes and their commits, shrinking, and the operations on its space. */
package dev.fallow.internal.session;
