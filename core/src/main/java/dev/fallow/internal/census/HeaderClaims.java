package dev.fallow.internal.census;

import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.space.Claims;
import dev.fallow.report.SpaceUse;
import java.util.stream.Stream;

/** Claims the chunks of object headers, and reports messages that are unknown or repeated. */
final class HeaderClaims {
    /** The types of which a header can have several messages, a bit for each. */
    private static final int SEVERAL = Stream.of(
                    MessageType.NIL, MessageType.LINK, MessageType.ATTRIBUTE, MessageType.CONTINUATION)
            .mapToInt(type -> 1 << type.number())
            .sum();

    private final Claims claims;
    private final WalkFindings findings;
    private final WalkDetails details;

    HeaderClaims(Claims claims, WalkFindings findings, WalkDetails details) {
        this.claims = claims;
        this.findings = findings;
        this.details = details;
    }

    /** Claims a header. */
    void claim(ObjectHeader header, Object what) {
        int[] met = {0};
        for (LiveMessage message : header.messages(message -> isUnknown(message) || isSecond(message, met))) {
            String title = MessageType.titleOf(message.type());
            if (isUnknown(message)) {
                findings.unknownMessage("%s, address %d: %s".formatted(what, header.address(), title));
            } else {
                findings.damaged(
                        "%s, address %d: expected one %s, found several".formatted(what, header.address(), title));
            }
        }
        header.forEachChunk((address, length) -> claims.add(address, length, what));
    }

    /** Tells what part of a header no message uses. */
    void tellSlack(ObjectHeader header) {
        header.forEachGap((address, length) -> details.part(address, length, SpaceUse.HEADERS, SpaceUse.HEADER_SLACK));
    }

    /**
     * Whether a header has had a message of this type that it can have one of: an edit may change the order of messages, and
     * another one would count then.
     *
     * @param met a bit for each type
     */
    private static boolean isSecond(LiveMessage message, int[] met) {
        int type = 1 << message.type();
        boolean second = (met[0] & type) != 0;
        met[0] |= type & ~SEVERAL;
        return second;
    }

    private static boolean isUnknown(LiveMessage message) {
        return MessageType.of(message.type()).isEmpty();
    }
}
