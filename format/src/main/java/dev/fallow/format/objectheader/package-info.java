/**
 * Object headers: the prefix, the chunks, the headers of messages. What is inside a message is the matter of {@link
 * dev.fallow.format.message} and {@link dev.fallow.format.datatype}.
 */
package dev.fallow.format.objectheader;
