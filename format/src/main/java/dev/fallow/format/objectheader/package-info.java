/**
 * Object headers: the prefix, the chunks, and the message headers. The content of messages is defined in {@link
 * dev.fallow.format.message}.
 */
package dev.fallow.format.objectheader;
