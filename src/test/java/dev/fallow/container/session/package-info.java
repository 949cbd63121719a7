/**
 * One file, two editors and a model: the same edits are made by libhdf5, by Fallow and on a tree of plain Java objects,
 * and what either editor reads afterwards is what the model says.
 */
package dev.fallow.container.session;
