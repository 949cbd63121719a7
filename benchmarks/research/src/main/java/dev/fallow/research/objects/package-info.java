/** Named objects of web servers and proxies: their sizes, and the storages that are compared. */
package dev.fallow.research.objects;
