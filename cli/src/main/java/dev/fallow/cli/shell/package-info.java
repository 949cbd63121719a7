/** What all commands share: exit codes, messages, the spelling of choices. */
package dev.fallow.cli.shell;
