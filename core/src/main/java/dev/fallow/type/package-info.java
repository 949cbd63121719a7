/** Datatypes: one record per class, nested like the types. {@link dev.fallow.Types} creates the most common ones. */
package dev.fallow.type;
