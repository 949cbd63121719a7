/** The datatype message: one record per class, nested like the types. */
package dev.fallow.format.datatype;
