/** Bitmap pages and searches, for the experiments of Burns and Hineman. */
package dev.fallow.research.page;
