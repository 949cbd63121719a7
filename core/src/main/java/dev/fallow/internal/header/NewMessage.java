package dev.fallow.internal.header;

import dev.fallow.format.objectheader.MessageType;

/** A message of a header about to be created. */
public record NewMessage(MessageType type, int flags, byte[] body) {}
