/** The public API of modules that have no test of their own for it. */
package dev.fallow.api;
