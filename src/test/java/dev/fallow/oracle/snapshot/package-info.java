/** What the reference library reads of a file, for comparison. */
package dev.fallow.oracle.snapshot;
