/** Java values for elements that have no counterpart in the JDK, and datatypes for common Java types. */
package dev.fallow.value;
