/** Texts for people and programs: elements of datasets, numbers of bytes, JSON, and what may reach a terminal. */
package dev.fallow.cli.text;
