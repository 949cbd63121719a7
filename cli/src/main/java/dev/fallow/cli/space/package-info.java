/** Commands about the bytes of a file: who holds them, and how they are returned. */
package dev.fallow.cli.space;
