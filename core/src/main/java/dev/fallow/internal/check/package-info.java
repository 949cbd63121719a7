/** Checks every structure of a file against the format and against the others, and continues after a defect. */
package dev.fallow.internal.check;
