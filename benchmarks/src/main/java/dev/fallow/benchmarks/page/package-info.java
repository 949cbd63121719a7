/** Bitmap pages, and the searches that go through them: the experiments of Burns and Hineman. */
package dev.fallow.benchmarks.page;
