/** {@code fallow browse}: what is shown and what keys do, the lines of text that show it, and the terminal. */
package dev.fallow.cli.browse;
