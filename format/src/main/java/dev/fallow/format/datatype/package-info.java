/** The datatype message: one record a class, nested as the types are. */
package dev.fallow.format.datatype;
