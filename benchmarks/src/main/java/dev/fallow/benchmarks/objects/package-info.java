/** Objects of web servers and proxies by name: their sizes, and the ways to keep them that are compared. */
package dev.fallow.benchmarks.objects;
