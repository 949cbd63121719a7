/** Shows the fields of single structures. */
package dev.fallow.internal.check.dump;
