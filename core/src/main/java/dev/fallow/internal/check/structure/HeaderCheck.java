package dev.fallow.internal.check.structure;

import dev.fallow.format.FieldReader;
import dev.fallow.format.message.Continuation;
import dev.fallow.format.message.ReferenceCount;
import dev.fallow.format.objectheader.ContinuationChunk;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageSlot;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.objectheader.ObjectHeaderChunk;
import dev.fallow.format.objectheader.ObjectHeaderPrefix;
import dev.fallow.format.objectheader.ObjectHeaderPrefixV1;
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
import java.util.stream.Stream;

/** Reads an object header of either version, block by block. */
public final class HeaderCheck extends StructureCheck {
    private static final int FIRST_READ = 512;
    private static final String STRUCTURE = ObjectHeaderPrefix.STRUCTURE;
    /** The types of which a header can have several messages, a bit for each. */
    private static final int SEVERAL = Stream.of(
                    MessageType.NIL, MessageType.LINK, MessageType.ATTRIBUTE, MessageType.CONTINUATION)
            .mapToInt(type -> 1 << type.number())
            .sum();

    private final long address;
    private final List<Message> messages = new ArrayList<>();
    private final Deque<Message> continuations = new ArrayDeque<>();
    private final Set<Long> visited = new HashSet<>();
    private boolean complete = true;
    private long count;
    private int met;

    private HeaderCheck(Context context, long address, PathNode path) {
        super(context, Family.HEADER, path);
        this.address = address;
    }

    private String header(String problem) {
        return sentence("object header", address, problem);
    }

    /** Reads a header; null if there is none. */
    public static Header read(Context context, long address, PathNode path) throws IOException {
        HeaderCheck check = new HeaderCheck(context, address, path);
        Header[] found = {null};
        check.attempt(address, () -> found[0] = check.read());
        return found[0];
    }

    private Header read() throws IOException {
        byte[] start = context.readStart(Family.HEADER, STRUCTURE, address, FIRST_READ);
        visited.add(address);
        if (Context.begins(start, ObjectHeaderPrefix.SIGNATURE)) {
            return current(start);
        } else if (start[0] == 1) {
            return old(start);
        }
        throw new Defect(
                FindingCode.HDR_SIGNATURE,
                address,
                "expected an object header at address %d, found 0x%02x".formatted(address, start[0]));
    }

    private byte[] whole(byte[] start, long length) throws IOException {
        return length <= start.length
                ? Arrays.copyOf(start, (int) length)
                : context.read(Family.HEADER, STRUCTURE, address, length);
    }

    private Header current(byte[] start) throws IOException {
        ObjectHeaderPrefix prefix = ObjectHeaderPrefix.decode(context.reader(start, STRUCTURE, address));
        byte[] image = whole(start, prefix.chunkLength());
        mend(STRUCTURE, image, image.length - Integer.BYTES, address);
        claim("object header", address, image.length);
        boolean tracked = prefix.creationOrderTracked();
        int to = image.length - Integer.BYTES;
        int from = prefix.prefixLength();
        part(address, () -> add(ObjectHeaderChunk.messages(image, from, to, tracked, address + from), image, address));
        follow((chunk, at) -> {
            context.requireSignature(
                    Family.HEADER, ContinuationChunk.SIGNATURE, ContinuationChunk.STRUCTURE, at, chunk);
            int end = chunk.length - Integer.BYTES;
            mend(ContinuationChunk.STRUCTURE, chunk, end, at);
            int begin = ContinuationChunk.PREFIX_LENGTH;
            add(ObjectHeaderChunk.messages(chunk, begin, end, tracked, at + begin), chunk, at);
        });
        long[] links = {1};
        for (Message each : messages) {
            if (each.is(MessageType.REFERENCE_COUNT)) {
                part(
                        each.address(),
                        () -> links[0] =
                                ReferenceCount.decode(each.reader(sizes)).count());
            }
        }
        return new Header(address, tracked, links[0], messages, complete);
    }

    private Header old(byte[] start) throws IOException {
        ObjectHeaderPrefixV1 prefix = ObjectHeaderPrefixV1.decode(context.reader(start, STRUCTURE, address));
        byte[] image = whole(start, prefix.chunkLength());
        claim("object header", address, image.length);
        int from = ObjectHeaderPrefixV1.LENGTH;
        part(
                address,
                () -> add(ObjectHeaderChunk.messagesV1(image, from, image.length, address + from), image, address));
        follow((chunk, at) -> add(ObjectHeaderChunk.messagesV1(chunk, 0, chunk.length, at), chunk, at));
        if (count != prefix.messageCount() && complete) {
            add(
                    FindingCode.HDR_COUNT,
                    address,
                    header("expected the stated %d messages, found %d".formatted(prefix.messageCount(), count)));
        }
        return new Header(address, false, prefix.referenceCount(), messages, complete);
    }

    private void part(long at, Findings.Part part) throws IOException {
        complete &= attempt(at, part);
    }

    private void follow(ChunkReader reader) throws IOException {
        while (!continuations.isEmpty()) {
            Message message = continuations.remove();
            part(message.address(), () -> {
                FieldReader in = message.reader(sizes);
                Continuation next = Continuation.decode(in);
                if (!visited.add(next.address())) {
                    throw new Defect(
                            FindingCode.HDR_CYCLE,
                            address,
                            header("its continuations return to %d".formatted(next.address())));
                }
                byte[] chunk = context.read(Family.HEADER, STRUCTURE, next.address(), next.length());
                claim("object header", next.address(), next.length());
                reader.read(chunk, next.address());
            });
        }
    }

    private void add(ObjectHeaderChunk chunk, byte[] image, long chunkAddress) {
        for (MessageSlot slot : chunk.messages()) {
            count++;
            String problem = MessageFlags.problemOfAny(slot.flags());
            if (problem != null) {
                add(FindingCode.HDR_FIELD, chunkAddress + slot.headerOffset(), problem);
            }
            boolean sharing = (slot.flags() & (MessageFlags.SHARED | MessageFlags.SHARABLE)) != 0;
            if (sharing && (slot.is(MessageType.NIL) || slot.is(MessageType.CONTINUATION))) {
                add(
                        FindingCode.HDR_FLAGS,
                        chunkAddress + slot.headerOffset(),
                        header("expected no flags of a shared message, found 0x%02x".formatted(slot.flags())));
            }
            if (slot.is(MessageType.NIL)) {
                continue;
            }
            Message message = new Message(
                    slot.type(),
                    slot.is(MessageType.CONTINUATION) ? 0 : slot.flags(),
                    slot.creationIndex(),
                    Arrays.copyOfRange(image, slot.bodyOffset(), slot.end()),
                    chunkAddress + slot.bodyOffset());
            if (slot.is(MessageType.CONTINUATION)) {
                continuations.add(message);
                continue;
            }
            check(message);
            messages.add(message);
        }
    }

    private void check(Message message) {
        String title = MessageType.titleOf(message.type());
        if (message.wasUnknown()) {
            add(
                    FindingCode.HDR_WAS_UNKNOWN,
                    message.address(),
                    header("a program that does not know %s has changed the object since%s"
                            .formatted(title, message.isIgnored() ? ": it is ignored" : "")));
        }
        if (MessageType.of(message.type()).isEmpty()) {
            add(FindingCode.HDR_UNKNOWN, message.address(), header("%s was not checked".formatted(title)));
            return;
        }
        int type = 1 << message.type();
        if ((met & type) != 0) {
            add(
                    FindingCode.HDR_DUPLICATE,
                    message.address(),
                    header("expected one %s, found several".formatted(title)));
        }
        met |= type & ~SEVERAL;
    }

    @FunctionalInterface
    private interface ChunkReader {
        void read(byte[] chunk, long address) throws IOException;
    }
}
