/** Checks every structure of a file against the format and against the others, and goes on after a defect. */
package dev.fallow.internal.check;
