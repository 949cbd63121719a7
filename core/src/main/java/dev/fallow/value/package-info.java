/** Java values for elements that have no counterpart in the JDK, datatypes for common Java types, and units of time. */
package dev.fallow.value;
