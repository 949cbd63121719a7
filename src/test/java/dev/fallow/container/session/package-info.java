/**
 * Differential tests of sessions: the same edits are made by libhdf5 or Fallow in a file and by a model in memory, and
 * afterwards both libraries must read the content of the model.
 */
package dev.fallow.container.session;
