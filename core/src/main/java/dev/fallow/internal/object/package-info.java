/** Objects of a container as live structures: headers with their messages, links, attributes, dataset storage. */
package dev.fallow.internal.object;
