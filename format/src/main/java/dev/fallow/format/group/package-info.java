/** Groups of the old kind: symbol table entries and nodes. Their B-tree and their local heap have packages of their own. */
package dev.fallow.format.group;
