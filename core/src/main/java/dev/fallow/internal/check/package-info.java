/**
 * Checks every structure of a file against the format and against the others, and continues after a defect. The same walk over a structure
 * also says, in a sound file, where each address is stored.
 */
package dev.fallow.internal.check;
