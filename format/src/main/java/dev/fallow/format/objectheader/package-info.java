/** Object headers: the prefix, the chunks, and the message headers. The content of messages is in {@code message}. */
package dev.fallow.format.objectheader;
