/** The objects of a container as live structures: headers and their messages, links, attributes, dataset storage. */
package dev.fallow.internal.object;
