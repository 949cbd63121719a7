/** How free space is remembered in the file, and the walk of everything live. */
package dev.fallow.internal.space;
