package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Defect;
import dev.fallow.internal.check.structure.Header;
import dev.fallow.internal.check.structure.HeaderCheck;
import dev.fallow.internal.check.structure.Message;
import dev.fallow.internal.codec.DatatypeCodec;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Finds the bodies of messages that are stored elsewhere: in a committed datatype, or in the shared message table. */
final class Resolved {
    private static final int MOST_DATATYPES = 1_000;

    private final Context context;
    private final SharedMessagesCheck shared;
    private final Datatypes references;
    /** The committed datatypes read last. */
    private final Map<Long, Datatype> datatypes = new HashMap<>();

    /** Receives the committed datatypes that objects use. */
    @FunctionalInterface
    interface Datatypes {
        /** @param path of the object, as its datatype */
        void found(long address, PathNode path) throws IOException;
    }

    Resolved(Context context, SharedMessagesCheck shared, Datatypes references) {
        this.context = context;
        this.shared = shared;
        this.references = references;
    }

    /**
     * A reader of the body of a message that is not a committed datatype.
     *
     * @return null if it is elsewhere and cannot be read
     */
    FieldReader body(Message message, PathNode path) throws IOException {
        if (!message.isShared()) {
            return message.reader(context.sizes());
        }
        return body(SharedMessage.decode(message.reader(context.sizes())), message.type(), message.address(), path);
    }

    private FieldReader body(SharedMessage reference, int type, long at, PathNode path) throws IOException {
        if (reference.address() != Addresses.UNDEFINED) {
            throw new Defect(
                    FindingCode.HDR_MESSAGE,
                    at,
                    "%s: expected it in the header, found a reference to address %d"
                            .formatted(MessageType.titleOf(type), reference.address()));
        }
        byte[] body = shared(type, LittleEndian.i64(reference.heapId(), 0), at, path);
        return body == null ? null : FieldReader.of(body, context.sizes(), MessageType.titleOf(type), -1);
    }

    /** The body of a message in the shared message table; null if it cannot be read. */
    byte[] shared(int type, long id, long at, PathNode path) throws IOException {
        if (shared == null) {
            context.add(
                    FindingCode.SOHM_MISSING,
                    at,
                    path,
                    "%s: expected a table of shared messages with 0x%016x, found no table"
                            .formatted(MessageType.titleOf(type), id));
            return null;
        }
        return shared.body(type, id, at, path);
    }

    /** The datatype in a message; null if it cannot be read. */
    Datatype datatype(Message message, PathNode path) throws IOException {
        if (!message.isShared()) {
            return DatatypeCodec.decode(message.reader(context.sizes()));
        }
        return datatype(SharedMessage.decode(message.reader(context.sizes())), message.address(), path);
    }

    /** The datatype that a reference leads to; null if it cannot be read. */
    Datatype datatype(SharedMessage reference, long at, PathNode path) throws IOException {
        if (reference.address() == Addresses.UNDEFINED) {
            FieldReader body = body(reference, MessageType.DATATYPE.number(), at, path);
            return body == null ? null : DatatypeCodec.decode(body);
        }
        references.found(reference.address(), path.datatype());
        Datatype known = datatypes.get(reference.address());
        if (known != null) {
            return known;
        }
        // read without findings: the object has its own visit
        Context quiet = context.quiet();
        Header header = HeaderCheck.read(quiet, reference.address(), path.datatype());
        Message type = header == null ? null : header.find(MessageType.DATATYPE);
        SharedMessage moved =
                type == null || !type.isShared() ? null : SharedMessage.decode(type.reader(context.sizes()));
        if (type == null || moved != null && moved.address() != Addresses.UNDEFINED) {
            throw new Defect(
                    FindingCode.LINK_TARGET,
                    at,
                    "expected a committed datatype at address %d, found none".formatted(reference.address()));
        }
        // a committed datatype, too, may have its message in the shared message table
        FieldReader body = moved == null
                ? type.reader(context.sizes())
                : body(moved, type.type(), type.address(), path.datatype());
        if (body == null) {
            return null;
        }
        Datatype read = DatatypeCodec.decode(body);
        if (datatypes.size() == MOST_DATATYPES) {
            datatypes.clear();
        }
        datatypes.put(reference.address(), read);
        return read;
    }
}
