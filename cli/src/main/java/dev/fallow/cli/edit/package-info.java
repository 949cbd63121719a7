/** Commands that change what is in a file. */
package dev.fallow.cli.edit;
