/** What all commands share: exit codes, messages, the spelling of choices, and their output as text, JSON and CSV. */
package dev.fallow.cli.shell;
