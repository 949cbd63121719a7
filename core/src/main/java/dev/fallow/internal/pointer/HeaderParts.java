package dev.fallow.internal.pointer;

import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import java.util.ArrayList;
import java.util.List;

/** The chunks of an object header. */
final class HeaderParts {
    private final List<Part> chunks = new ArrayList<>();

    HeaderParts(ObjectHeader header) {
        header.forEachChunk((at, length) ->
                chunks.add(header.format().trailerLength() > 0 ? Part.sealed(at, length) : Part.plain(at, length)));
    }

    /** The chunk that a message is in. */
    Part of(LiveMessage message) {
        for (Part chunk : chunks) {
            if (message.bodyAddress() >= chunk.address() && message.bodyAddress() <= chunk.address() + chunk.length()) {
                return chunk;
            }
        }
        throw new IllegalStateException("a message outside its header, at address " + message.bodyAddress());
    }
}
