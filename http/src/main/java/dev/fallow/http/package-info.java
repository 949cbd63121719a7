/** Containers on web servers. */
package dev.fallow.http;
