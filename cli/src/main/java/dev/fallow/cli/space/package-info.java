/**
 * Commands about the bytes of a file: who holds them, how they are returned, and pictures of them in the terminal, as SVG, as PNG and as
 * a page.
 */
package dev.fallow.cli.space;
