/** Crash tests: the files that a crash can leave, and their recovery. */
package dev.fallow.crash;
