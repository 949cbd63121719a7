/** Object headers: their messages, the formats of both versions, and the store that loads and creates them. */
package dev.fallow.internal.header;
