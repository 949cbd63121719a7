/** Holds the documents against the code: their commands, options, paths and snippets. */
package dev.fallow.documents;
