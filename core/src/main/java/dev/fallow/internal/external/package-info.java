/** The elements of datasets that are in other files. */
package dev.fallow.internal.external;
