/** What describes the command from its model: completion for shells, and manual pages. */
package dev.fallow.cli.manual;
