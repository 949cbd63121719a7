/** Real processes that are killed, that run into limits, and that want the same file. */
package dev.fallow.crash;
