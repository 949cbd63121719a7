/** Commands that show what is in a file. */
package dev.fallow.cli.look;
