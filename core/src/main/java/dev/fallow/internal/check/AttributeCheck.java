package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.Checksum;
import dev.fallow.format.FieldReader;
import dev.fallow.format.LittleEndian;
import dev.fallow.format.Utf8;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.message.SharedMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Defect;
import dev.fallow.internal.check.structure.DenseCheck;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Header;
import dev.fallow.internal.check.structure.Message;
import dev.fallow.internal.check.structure.StructureCheck;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.dataset.ElementCopy;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.storage.Memory;
import dev.fallow.report.FindingCode;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Checks the attributes of one object, in its header and in dense storage. */
final class AttributeCheck extends StructureCheck {
    private final Resolved resolved;
    /** The names in the header; of dense attributes, only those with the same hash. */
    private final Set<String> names = new HashSet<>();

    private AttributeInfo info = AttributeInfo.COMPACT;
    private int lastHash;
    private boolean heap;
    private boolean objects;

    AttributeCheck(Context context, Resolved resolved, PathNode path) {
        super(context, Family.HEADER, path);
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
            MessageCheck.decoded(
                    context, infoMessage.address(), path, () -> info = AttributeInfo.decode(infoMessage.reader(sizes)));
        }
        for (Message each : header.messages()) {
            if (each.is(MessageType.ATTRIBUTE)) {
                MessageCheck.decoded(context, each.address(), path, () -> compact(each, header.ordered()));
            }
        }
        if (info.dense()) {
            new DenseCheck(context, false, path, this::dense)
                    .check(info.heapAddress(), info.nameIndexAddress(), info.orderIndexAddress());
        } else if (info.nameIndexAddress() != Addresses.UNDEFINED || info.orderIndexAddress() != Addresses.UNDEFINED) {
            add(
                    FindingCode.HDR_MESSAGE,
                    infoMessage.address(),
                    "Attribute Info: expected a heap for the indexes at addresses %d and %d"
                            .formatted(info.nameIndexAddress(), info.orderIndexAddress()));
        }
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

    private Integer dense(byte[] body, byte[] id, long order) throws IOException {
        long at = info.heapAddress();
        byte[] message = body;
        if (body == null) {
            message = resolved.shared(MessageType.ATTRIBUTE.number(), LittleEndian.i64(id, 0), at, path);
        }
        if (message == null) {
            return null;
        }
        FieldReader in = FieldReader.of(message, sizes, MessageType.ATTRIBUTE.title(), -1);
        Integer[] hash = {null};
        MessageCheck.decoded(context, at, path, () -> {
            AttributeMessage attribute = AttributeMessage.decode(in);
            byte[] name = Utf8.encode(attribute.name());
            hash[0] = Checksum.of(name, 0, name.length);
            if (hash[0] != lastHash) {
                names.clear();
                lastHash = hash[0];
            }
            if (info.creationOrderTracked() && order >= info.maxCreationIndex()) {
                wrongOrder(order, at);
            }
            add(attribute, at);
        });
        return hash[0];
    }

    private void add(AttributeMessage attribute, long address) throws IOException {
        MessageCheck.name(context, attribute.name(), address, path);
        if (!names.add(attribute.name())) {
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
