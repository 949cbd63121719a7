/** Files of numpy, of one array each: their headers, types and elements. */
package dev.fallow.cli.npy;
