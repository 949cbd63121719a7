package dev.fallow.internal.attribute;

import dev.fallow.format.Addresses;
import dev.fallow.format.Utf8;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.dense.DenseTable;
import dev.fallow.internal.dense.DenseTable.Entry;
import dev.fallow.internal.dense.RepackedTable;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Dense attributes: attribute messages in a {@link DenseTable}, located through the attribute info message. They become
 * compact when their number falls below {@code minDense}, unless one is too long for a header.
 */
public record DenseAttributes(ObjectStore store, ObjectHeader header, AttributeInfo info, String where)
        implements AttributeStorage {
    @Override
    public DenseTable<AttributeMessage> table() throws IOException {
        return DenseTable.open(
                store.structureStore(),
                new AttributeForm(store, where),
                info.heapAddress(),
                info.nameIndexAddress(),
                info.orderIndexAddress());
    }

    @Override
    public Entry<AttributeMessage> find(String name) throws IOException {
        return table().find(name);
    }

    @Override
    public void forEach(Action action) throws IOException {
        table().forEach((attribute, order, sharedId) -> action.accept(new Entry<>(attribute, order, sharedId)));
    }

    @Override
    public void prepareAdd(String name, int length) throws IOException {
        AttributeInfos.checkNextOrder(info, where);
        table().prepareAdd(Utf8.encode(name), length, AttributeInfos.nextOrder(info));
    }

    @Override
    public void preparePutAll(Map<String, Integer> lengths) throws IOException {
        DenseTable<AttributeMessage> table = table();
        int added = 0;
        for (Map.Entry<String, Integer> each : lengths.entrySet()) {
            if (table.find(each.getKey()) == null) {
                AttributeInfos.checkOrders(info, added + 1, where);
                int order = AttributeInfos.nextOrder(info) + (info.creationOrderTracked() ? added : 0);
                table.prepareAdd(Utf8.encode(each.getKey()), each.getValue(), order);
                added++;
            }
        }
    }

    @Override
    public void add(String name, byte[] message) throws IOException {
        table().add(Utf8.encode(name), message, AttributeInfos.nextOrder(info));
        if (info.creationOrderTracked()) {
            AttributeInfos.put(store, header, AttributeInfos.afterNext(info));
        }
    }

    @Override
    public void prepareReplace(String name, String newName, int length) throws IOException {
        table().prepareReplace(Utf8.encode(name), Utf8.encode(newName), length);
    }

    @Override
    public void replace(String name, String newName, byte[] message) throws IOException {
        table().replace(Utf8.encode(name), Utf8.encode(newName), message);
    }

    /** As {@link DenseTable#repacked}. */
    public RepackedTable<AttributeMessage> repacked(long most) throws IOException {
        return table().repacked(
                        most,
                        table -> AttributeInfos.put(
                                store,
                                store.header(header.address()),
                                info.withStorage(
                                        table.heapAddress(), table.nameIndexAddress(), table.orderIndexAddress())));
    }

    private long minDense() {
        return Math.max(1, header.format().attributePhaseChange().minDense());
    }

    @Override
    public void prepareRemove(String name) throws IOException {
        DenseTable<AttributeMessage> table = table();
        table.prepareRemove(Utf8.encode(name));
        if (table.size() - 1 < minDense()) {
            messages(table);
            header.checkCanGrow();
            table.prepareDelete();
        }
    }

    @Override
    public void remove(String name) throws IOException {
        DenseTable<AttributeMessage> table = table();
        table.remove(Utf8.encode(name));
        store.sparse().lost(header.address());
        if (table.size() < minDense()) {
            List<Message> messages = messages(table);
            if (messages != null) {
                makeCompact(table, messages);
            }
        }
    }

    /** A message for an object header. */
    private record Message(byte[] body, int order, long sharedId) {}

    /** All attributes as object header messages; null if one is too long. */
    private List<Message> messages(DenseTable<AttributeMessage> table) throws IOException {
        List<Message> messages = new ArrayList<>();
        table.forEach((attribute, order, sharedId) -> messages.add(new Message(
                store.encode(attribute::encode), (int) Math.min(order, AttributeInfos.NO_ORDER), sharedId)));
        int most = header.format().largestSize();
        return messages.stream()
                        .allMatch(message -> message.sharedId != SharedMessages.NONE || message.body.length <= most)
                ? messages
                : null;
    }

    private void makeCompact(DenseTable<AttributeMessage> table, List<Message> messages) throws IOException {
        table.delete();
        if (messages.isEmpty()) {
            AttributeInfos.remove(header);
            return;
        }
        AttributeInfos.put(
                store, header, info.withStorage(Addresses.UNDEFINED, Addresses.UNDEFINED, Addresses.UNDEFINED));
        if (messages.stream().allMatch(message -> message.sharedId == SharedMessages.NONE)) {
            header.addAll(
                    MessageType.ATTRIBUTE, messages.stream().map(Message::body).toList(), i -> messages.get(i).order);
            return;
        }
        for (Message message : messages) {
            if (message.sharedId == SharedMessages.NONE) {
                header.add(MessageType.ATTRIBUTE, 0, message.order, message.body, 0);
            } else {
                header.addShared(MessageType.ATTRIBUTE, message.order, message.sharedId, message.body);
            }
        }
    }
}
