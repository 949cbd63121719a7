/** Pictures of a file: in the terminal, as SVG, as PNG and as a page. */
package dev.fallow.cli.map;
