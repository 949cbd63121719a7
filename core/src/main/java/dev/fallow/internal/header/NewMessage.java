package dev.fallow.internal.header;

import dev.fallow.format.objectheader.MessageType;

/**
 * A message of a header about to be created.
 *
 * @param type its type
 * @param flags the message flags
 * @param body its bytes
 */
public record NewMessage(MessageType type, int flags, byte[] body) {}
