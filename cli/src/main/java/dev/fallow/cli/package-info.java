/** The {@code fallow} command, which inspects and edits containers and shows how the library uses space. */
package dev.fallow.cli;
