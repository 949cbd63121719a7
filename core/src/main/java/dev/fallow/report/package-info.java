/** Reports on a container: its settings, its space, its I/O, and a recovery. */
package dev.fallow.report;
