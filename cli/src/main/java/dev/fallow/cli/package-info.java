/** The {@code fallow} command: looks into containers, and shows what the library does with space. */
package dev.fallow.cli;
