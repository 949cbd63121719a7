package dev.fallow.internal.check;

import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.message.Continuation;
import dev.fallow.format.message.ReferenceCount;
import dev.fallow.format.objectheader.ContinuationChunk;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageSlot;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.objectheader.ObjectHeaderChunk;
import dev.fallow.format.objectheader.ObjectHeaderPrefix;
import dev.fallow.format.objectheader.ObjectHeaderPrefixV1;
import dev.fallow.internal.census.LiveWalk;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An object header as far as it can be read.
 *
 * @param ordered whether the messages have creation indexes
 * @param linkCount as stored
 * @param messages of all blocks, without NIL and continuation messages
 * @param complete whether all blocks could be read
 */
record Header(long address, boolean ordered, long linkCount, List<Message> messages, boolean complete) {
    private static final String STRUCTURE = ObjectHeaderPrefix.STRUCTURE;

    /**
     * A message of a header.
     *
     * @param body its bytes in the header; those of the reference if the message is stored elsewhere
     * @param address of the body
     */
    record Message(int type, int flags, int creationIndex, byte[] body, long address) {
        boolean is(MessageType wanted) {
            return type == wanted.number();
        }

        String title() {
            return MessageType.titleOf(type);
        }

        /** Whether the body is elsewhere: in another header or in the shared message table. */
        boolean isShared() {
            return (flags & MessageFlags.SHARED) != 0;
        }

        /** Whether a program that does not know the type has changed the object since. */
        private boolean wasUnknown() {
            return (flags & MessageFlags.WAS_UNKNOWN) != 0;
        }

        /** Whether the body is ignored, because its facts on free space are outdated. As in libhdf5, only this type is ignored. */
        boolean isIgnored() {
            return is(MessageType.FILE_SPACE_INFO) && wasUnknown();
        }

        /** A reader of the body. */
        FieldReader reader(FieldSizes sizes) {
            return FieldReader.of(body, sizes, title(), address);
        }
    }

    /** Reads a header of either version, block by block; null if there is none. */
    static Header read(StructureCheck check, long address, PathNode path) throws IOException {
        Reading reading = new Reading(check, address, path);
        Header[] found = {null};
        reading.attempt(address, () -> found[0] = reading.read());
        return found[0];
    }

    /** The first message of a type, or null. */
    Message find(MessageType type) {
        for (Message each : messages) {
            if (each.is(type)) {
                return each;
            }
        }
        return null;
    }

    /** Whether there is a message of a type. */
    boolean has(MessageType type) {
        return find(type) != null;
    }

    /** Reads one header. */
    private static final class Reading extends StructureCheck {
        private static final int FIRST_READ = 512;

        private final long address;
        private final List<Message> messages = new ArrayList<>();
        private final Deque<Message> continuations = new ArrayDeque<>();
        private final Set<Long> visited = new HashSet<>();
        private boolean complete = true;
        private long count;
        private int met;

        @FunctionalInterface
        private interface ChunkReader {
            void read(byte[] chunk, long address) throws IOException;
        }

        Reading(StructureCheck check, long address, PathNode path) {
            super(check, Family.HEADER, path);
            this.address = address;
        }

        private static String header(long address, String problem) {
            return sentence("object header", address, problem);
        }

        private void wrong(FindingCode code, long at, String problem, Object... values) {
            add(code, at, header(address, problem.formatted(values)));
        }

        Header read() throws IOException {
            byte[] start = readStart(STRUCTURE, address, FIRST_READ);
            visited.add(address);
            if (begins(start, ObjectHeaderPrefix.SIGNATURE)) {
                return current(start);
            } else if (start[0] == 1) {
                return old(start);
            }
            String problem = "expected an object header at address %d, found 0x%02x".formatted(address, start[0]);
            throw new Defect(FindingCode.HDR_SIGNATURE, address, problem);
        }

        private byte[] whole(byte[] start, long length) throws IOException {
            return length <= start.length ? Arrays.copyOf(start, (int) length) : read(STRUCTURE, address, length);
        }

        private Header current(byte[] start) throws IOException {
            ObjectHeaderPrefix prefix = ObjectHeaderPrefix.decode(reader(start, STRUCTURE, address));
            byte[] image = whole(start, prefix.chunkLength());
            int to = image.length - Integer.BYTES;
            mend(STRUCTURE, image, to, address);
            claim("object header", address, image.length);
            boolean tracked = prefix.creationOrderTracked();
            int from = prefix.prefixLength();
            part(
                    address,
                    () -> add(ObjectHeaderChunk.messages(image, from, to, tracked, address + from), image, address));
            follow((chunk, at) -> {
                requireSignature(ContinuationChunk.SIGNATURE, ContinuationChunk.STRUCTURE, at, chunk);
                int end = chunk.length - Integer.BYTES;
                mend(ContinuationChunk.STRUCTURE, chunk, end, at);
                int begin = ContinuationChunk.PREFIX_LENGTH;
                add(ObjectHeaderChunk.messages(chunk, begin, end, tracked, at + begin), chunk, at);
            });
            long[] links = {1};
            for (Message each : messages) {
                if (each.is(MessageType.REFERENCE_COUNT)) {
                    part(
                            each.address,
                            () -> links[0] =
                                    ReferenceCount.decode(each.reader(sizes)).count());
                }
            }
            return new Header(address, tracked, links[0], messages, complete);
        }

        private Header old(byte[] start) throws IOException {
            ObjectHeaderPrefixV1 prefix = ObjectHeaderPrefixV1.decode(reader(start, STRUCTURE, address));
            byte[] image = whole(start, prefix.chunkLength());
            claim("object header", address, image.length);
            int from = ObjectHeaderPrefixV1.LENGTH;
            part(
                    address,
                    () -> add(ObjectHeaderChunk.messagesV1(image, from, image.length, address + from), image, address));
            follow((chunk, at) -> add(ObjectHeaderChunk.messagesV1(chunk, 0, chunk.length, at), chunk, at));
            if (count != prefix.messageCount() && complete) {
                String problem = "expected the stated %d messages, found %d";
                wrong(FindingCode.HDR_COUNT, address, problem, prefix.messageCount(), count);
            }
            return new Header(address, false, prefix.referenceCount(), messages, complete);
        }

        private void part(long at, Findings.Part part) throws IOException {
            complete &= attempt(at, part);
        }

        private void follow(ChunkReader reader) throws IOException {
            while (!continuations.isEmpty()) {
                Message message = continuations.remove();
                part(message.address, () -> {
                    Continuation next = Continuation.decode(message.reader(sizes));
                    if (!visited.add(next.address())) {
                        String problem = header(address, "its continuations return to " + next.address());
                        throw new Defect(FindingCode.HDR_CYCLE, address, problem);
                    }
                    byte[] chunk = read(STRUCTURE, next.address(), next.length());
                    claim("object header", next.address(), next.length());
                    reader.read(chunk, next.address());
                });
            }
        }

        private void add(ObjectHeaderChunk chunk, byte[] image, long chunkAddress) {
            for (MessageSlot slot : chunk.messages()) {
                count++;
                long at = chunkAddress + slot.headerOffset();
                boolean continued = slot.is(MessageType.CONTINUATION);
                String problem = MessageFlags.problemOfAny(slot.flags());
                if (problem != null) {
                    add(FindingCode.HDR_FIELD, at, problem);
                }
                boolean sharing = (slot.flags() & (MessageFlags.SHARED | MessageFlags.SHARABLE)) != 0;
                if (sharing && (slot.is(MessageType.NIL) || continued)) {
                    wrong(
                            FindingCode.HDR_FLAGS,
                            at,
                            "expected no flags of a shared message, found 0x%02x",
                            slot.flags());
                }
                if (slot.is(MessageType.NIL)) {
                    continue;
                }
                Message message = new Message(
                        slot.type(),
                        continued ? 0 : slot.flags(),
                        slot.creationIndex(),
                        Arrays.copyOfRange(image, slot.bodyOffset(), slot.end()),
                        chunkAddress + slot.bodyOffset());
                if (continued) {
                    continuations.add(message);
                } else {
                    check(message);
                    messages.add(message);
                }
            }
        }

        private void check(Message message) {
            if (message.wasUnknown()) {
                wrong(
                        FindingCode.HDR_WAS_UNKNOWN,
                        message.address,
                        "a program that does not know %s has changed the object since%s",
                        message.title(),
                        message.isIgnored() ? ": it is ignored" : "");
            }
            if (MessageType.of(message.type).isEmpty()) {
                wrong(FindingCode.HDR_UNKNOWN, message.address, "%s was not checked", message.title());
                return;
            }
            int type = 1 << message.type;
            if ((met & type) != 0) {
                wrong(FindingCode.HDR_DUPLICATE, message.address, "expected one %s, found several", message.title());
            }
            met |= type & ~LiveWalk.SEVERAL_MESSAGES;
        }
    }
}
