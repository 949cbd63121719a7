package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.dataset.ElementCopy;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.storage.Memory;
import dev.fallow.report.FindingCode;
import dev.fallow.type.Datatype;
import java.io.IOException;

/** Checks the attributes of one object, in its header and in dense storage. */
final class AttributeCheck extends DenseCheck {
    private final SharedMessagesCheck shared;
    private AttributeInfo info = AttributeInfo.COMPACT;
    private boolean heap;
    private boolean objects;

    AttributeCheck(StructureCheck check, SharedMessagesCheck shared, PathNode path) {
        super(check, false, path);
        this.shared = shared;
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
        Header.Message infoMessage = header.find(MessageType.ATTRIBUTE_INFO);
        if (infoMessage != null) {
            decoded(infoMessage.address(), () -> info = AttributeInfo.decode(infoMessage.reader(sizes)));
        }
        for (Header.Message each : header.messages()) {
            if (each.is(MessageType.ATTRIBUTE)) {
                decoded(each.address(), () -> compact(each, header.ordered()));
            }
        }
        check(infoMessage, info.heapAddress(), info.nameIndexAddress(), info.orderIndexAddress());
    }

    private void compact(Header.Message message, boolean ordered) throws IOException {
        FieldReader body = shared.body(message, path);
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
        String problem = "expected a creation order below %d, found %d".formatted(info.maxCreationIndex(), order);
        add(FindingCode.ATTR_ORDER, "attribute", address, problem);
    }

    @Override
    void dense(FractalHeapCheck.Stored stored, byte[] id, long order) throws IOException {
        long at = info.heapAddress();
        byte[] message = stored != null
                ? stored.bytes()
                : shared.body(MessageType.ATTRIBUTE.number(), LittleEndian.i64(id, 0), at, path);
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
        MessageCheck.name(findings, attribute.name(), address, path);
        if (!isNew(attribute.name())) {
            String problem = "attribute %s: expected one of this name, found several".formatted(attribute.name());
            add(FindingCode.ATTR_DUPLICATE, address, problem);
        }
        Datatype type = attribute.datatypeShared()
                ? shared.datatype(attribute.sharedDatatype(sizes), address, path)
                : attribute.datatype();
        Dataspace space = space(attribute, address);
        if (type == null || space == null) {
            return;
        }
        if (!attribute.datatypeShared()) {
            MessageCheck.type(findings, type, address, path);
        }
        heap |= type.refersToGlobalHeap();
        objects |= ElementCopy.hasReferences(type);
        long length = Memory.product(space.elementCount(), type.size());
        // messages of version 1 headers are filled up to a multiple of eight bytes
        if (length > attribute.data().length || attribute.data().length - length >= Long.BYTES) {
            String problem = "attribute %s: expected a value of %d bytes, found %d"
                    .formatted(attribute.name(), length, attribute.data().length);
            add(FindingCode.ATTR_VALUE, address, problem);
        }
    }

    private Dataspace space(AttributeMessage attribute, long address) throws IOException {
        if (!attribute.dataspaceShared()) {
            return attribute.dataspace(sizes);
        }
        SharedMessage reference = attribute.sharedDataspace(sizes);
        if (reference.address() != Addresses.UNDEFINED) {
            String problem =
                    "attribute %s: expected a dataspace in the shared message table, found a reference to address %d";
            throw new Defect(
                    FindingCode.HDR_MESSAGE, address, problem.formatted(attribute.name(), reference.address()));
        }
        long id = LittleEndian.i64(reference.heapId(), 0);
        byte[] body = shared.body(MessageType.DATASPACE.number(), id, address, path);
        return body == null ? null : Dataspace.decode(FieldReader.of(body, sizes, MessageType.DATASPACE.title(), -1));
    }
}
