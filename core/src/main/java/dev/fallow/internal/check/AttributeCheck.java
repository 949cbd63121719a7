package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Defect;
import dev.fallow.internal.check.structure.DenseCheck;
import dev.fallow.internal.check.structure.Header;
import dev.fallow.internal.check.structure.Message;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.dataset.ElementCopy;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.storage.Memory;
import dev.fallow.report.FindingCode;
import dev.fallow.type.Datatype;
import java.io.IOException;

/** Checks the attributes of one object, in its header and in dense storage. */
final class AttributeCheck extends DenseCheck {
    private final Resolved resolved;
    private AttributeInfo info = AttributeInfo.COMPACT;
    private boolean heap;
    private boolean objects;

    AttributeCheck(Context context, Resolved resolved, PathNode path) {
        super(context, false, path);
        this.resolved = resolved;
    }

    /** Whether a value refers to objects of the global heap. */
    boolean refersToHeap() {
        return heap;
    }

    /** Whether values are references to objects, or contain some. */
    boolean refersToObjects() {
        return objects;
    }

    void check(Header header) throws IOException {
        Message infoMessage = header.find(MessageType.ATTRIBUTE_INFO);
        if (infoMessage != null) {
            decoded(infoMessage.address(), () -> info = AttributeInfo.decode(infoMessage.reader(sizes)));
        }
        for (Message each : header.messages()) {
            if (each.is(MessageType.ATTRIBUTE)) {
                decoded(each.address(), () -> compact(each, header.ordered()));
            }
        }
        check(infoMessage, info.heapAddress(), info.nameIndexAddress(), info.orderIndexAddress());
    }

    private void compact(Message message, boolean ordered) throws IOException {
        FieldReader body = resolved.body(message, path);
        if (body == null) {
            return;
        }
        // libhdf5 has written files in which several attributes have the index 0
        if (ordered && info.creationOrderTracked() && message.creationIndex() >= info.maxCreationIndex()) {
            wrongOrder(message.creationIndex(), message.address());
        }
        add(AttributeMessage.decode(body), message.address());
    }

    private void wrongOrder(long order, long address) {
        add(
                FindingCode.ATTR_ORDER,
                address,
                "attribute at address %d: expected a creation order below %d, found %d"
                        .formatted(address, info.maxCreationIndex(), order));
    }

    @Override
    protected void dense(byte[] body, byte[] id, long order) throws IOException {
        long at = info.heapAddress();
        byte[] message = body;
        if (body == null) {
            message = resolved.shared(MessageType.ATTRIBUTE.number(), LittleEndian.i64(id, 0), at, path);
        }
        if (message == null) {
            return;
        }
        FieldReader in = FieldReader.of(message, sizes, MessageType.ATTRIBUTE.title(), -1);
        decoded(at, () -> {
            AttributeMessage attribute = AttributeMessage.decode(in);
            named(attribute.name());
            if (info.creationOrderTracked() && order >= info.maxCreationIndex()) {
                wrongOrder(order, at);
            }
            add(attribute, at);
        });
    }

    private void add(AttributeMessage attribute, long address) throws IOException {
        MessageCheck.name(context, attribute.name(), address, path);
        if (!isNew(attribute.name())) {
            add(
                    FindingCode.ATTR_DUPLICATE,
                    address,
                    "attribute %s: expected one of this name, found several".formatted(attribute.name()));
        }
        Datatype type = attribute.datatypeShared()
                ? resolved.datatype(attribute.sharedDatatype(sizes), address, path)
                : attribute.datatype();
        Dataspace space = space(attribute, address);
        if (type == null || space == null) {
            return;
        }
        if (!attribute.datatypeShared()) {
            MessageCheck.type(context, type, address, path);
        }
        heap |= type.refersToGlobalHeap();
        objects |= ElementCopy.hasReferences(type);
        long length = Memory.product(space.elementCount(), type.size());
        // messages of version 1 headers are filled up to a multiple of eight bytes
        if (length > attribute.data().length || attribute.data().length - length >= Long.BYTES) {
            add(
                    FindingCode.ATTR_VALUE,
                    address,
                    "attribute %s: expected a value of %d bytes, found %d"
                            .formatted(attribute.name(), length, attribute.data().length));
        }
    }

    private Dataspace space(AttributeMessage attribute, long address) throws IOException {
        if (!attribute.dataspaceShared()) {
            return attribute.dataspace(sizes);
        }
        SharedMessage reference = attribute.sharedDataspace(sizes);
        if (reference.address() != Addresses.UNDEFINED) {
            throw new Defect(
                    FindingCode.HDR_MESSAGE,
                    address,
                    "attribute %s: expected a dataspace in the shared message table, found a reference to address %d"
                            .formatted(attribute.name(), reference.address()));
        }
        long id = LittleEndian.i64(reference.heapId(), 0);
        byte[] body = resolved.shared(MessageType.DATASPACE.number(), id, address, path);
        return body == null ? null : Dataspace.decode(FieldReader.of(body, sizes, MessageType.DATASPACE.title(), -1));
    }
}
