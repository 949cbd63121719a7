/** Datasets of libhdf5 whose elements are in other files or datasets. */
package dev.fallow.oracle.mapping;
