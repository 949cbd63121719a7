/** Datasets whose elements are in other files: both libraries read what the other one has made. */
package dev.fallow.foreign;
