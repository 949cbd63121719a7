/** Datatypes and elements of the reference library. */
package dev.fallow.oracle.type;
