package dev.fallow.internal.attribute;

import dev.fallow.UnsupportedFeatureException;
import dev.fallow.WrongTypeException;
import dev.fallow.format.Utf8;
import dev.fallow.format.message.AttributeInfo;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.dense.DenseTable;
import dev.fallow.internal.dense.DenseTable.Entry;
import dev.fallow.internal.dense.NewKeys;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.header.SharedMessages;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Compact attributes: one message each in the object header. In a version 2 header they become dense when their number
 * exceeds {@code maxCompact}, or one is too long for a header.
 */
record CompactAttributes(ObjectStore store, ObjectHeader header, AttributeInfo info, String where)
        implements AttributeStorage {
    private AttributeMessage decode(LiveMessage message) {
        if ((message.flags() & MessageFlags.SHARED) != 0) {
            throw new UnsupportedFeatureException(
                    "%s, object header at address %d: a shared attribute is not supported yet"
                            .formatted(where, header.address()));
        }
        return message.decoded(store.sizes(), AttributeMessage::decode);
    }

    private LiveMessage message(String name) {
        for (LiveMessage message : header.messages(MessageType.ATTRIBUTE)) {
            if (decode(message).name().equals(name)) {
                return message;
            }
        }
        return null;
    }

    @Override
    public Entry<AttributeMessage> find(String name) {
        for (LiveMessage message : header.messages(MessageType.ATTRIBUTE)) {
            Entry<AttributeMessage> found = found(message);
            if (found.message().name().equals(name)) {
                return found;
            }
        }
        return null;
    }

    private Entry<AttributeMessage> found(LiveMessage message) {
        return new Entry<>(decode(message), message.creationIndex(), message.sharedId());
    }

    @Override
    public void forEach(Action action) throws IOException {
        for (LiveMessage message : header.messages(MessageType.ATTRIBUTE)) {
            action.accept(found(message));
        }
    }

    private boolean canBeDense() {
        return !header.format().isVersion1();
    }

    private boolean fits(int length) {
        return length <= header.format().largestSize();
    }

    private boolean staysCompact(int length) {
        return !canBeDense()
                || fits(length)
                        && header.count(MessageType.ATTRIBUTE)
                                < header.format().attributePhaseChange().maxCompact();
    }

    /** Checks that a message can be added to the header, or that all of them can be moved to dense storage. */
    private void check(String name, int length, boolean compact) {
        if (!canBeDense() && !fits(length)) {
            throw new WrongTypeException("%s: attribute %s needs %d bytes, in an object header there is room for %d"
                    .formatted(where, name, length, header.format().largestSize()));
        }
        if (!compact) {
            DenseTable.prepareCreate(store.structureStore(), where);
            keys();
        }
        header.checkCanGrow();
    }

    /** The keys of all attributes; refuses shared and damaged attributes. */
    private NewKeys keys() {
        NewKeys keys = new NewKeys(where, info.creationOrderIndexed());
        for (LiveMessage message : header.messages(MessageType.ATTRIBUTE)) {
            keys.add(decode(message).name(), order(message));
        }
        return keys;
    }

    private int order(LiveMessage message) {
        return info.creationOrderTracked() ? message.creationIndex() : AttributeInfos.NO_ORDER;
    }

    @Override
    public void prepareAdd(String name, int length) {
        check(name, length, staysCompact(length));
        AttributeInfos.checkNextOrder(info, where);
        if (!staysCompact(length)) {
            keys().add(name, AttributeInfos.nextOrder(info));
        }
    }

    @Override
    public void preparePutAll(Map<String, Integer> lengths) {
        List<String> added =
                lengths.keySet().stream().filter(name -> message(name) == null).toList();
        AttributeInfos.checkOrders(info, added.size(), where);
        header.checkCanGrow(added.size());
        int count = header.count(MessageType.ATTRIBUTE) + added.size();
        boolean dense = canBeDense()
                && (count > header.format().attributePhaseChange().maxCompact()
                        || !lengths.values().stream().allMatch(this::fits));
        if (dense) {
            DenseTable.prepareCreate(store.structureStore(), where);
            NewKeys keys = keys();
            for (int i = 0; i < added.size(); i++) {
                keys.add(added.get(i), AttributeInfos.nextOrder(info) + (long) i);
            }
        }
    }

    @Override
    public void add(String name, byte[] message) throws IOException {
        if (!staysCompact(message.length)) {
            makeDense().add(name, message);
            return;
        }
        if (canBeDense()) {
            AttributeInfos.put(store, header, AttributeInfos.afterNext(info));
        }
        header.add(MessageType.ATTRIBUTE, 0, AttributeInfos.nextOrder(info), message, 0);
    }

    @Override
    public void prepareReplace(String name, String newName, int length) {
        check(newName, length, fits(length));
    }

    @Override
    public void replace(String name, String newName, byte[] message) throws IOException {
        if (fits(message.length)) {
            header.replace(message(name), MessageType.ATTRIBUTE, message);
        } else {
            makeDense().replace(name, newName, message);
        }
    }

    @Override
    public void prepareRemove(String name) {
        header.checkInUse(); // nothing outside the header is changed
    }

    @Override
    public void remove(String name) {
        header.remove(message(name));
        if (header.count(MessageType.ATTRIBUTE) == 0) {
            AttributeInfos.remove(header);
        }
    }

    /** Moves all attributes to dense storage; this object must not be used afterwards. */
    private AttributeStorage makeDense() throws IOException {
        DenseTable<AttributeMessage> table =
                DenseTable.create(store.structureStore(), new AttributeForm(store, where), info.creationOrderIndexed());
        for (LiveMessage message : header.messages(MessageType.ATTRIBUTE)) {
            byte[] name = Utf8.encode(decode(message).name());
            if (message.sharedId() == SharedMessages.NONE) {
                table.add(name, message.bytes(), order(message));
            } else {
                table.addShared(name, message.sharedId(), order(message));
            }
        }
        header.removeAll(MessageType.ATTRIBUTE);
        AttributeInfos.put(
                store,
                header,
                info.withStorage(table.heapAddress(), table.nameIndexAddress(), table.orderIndexAddress()));
        return AttributeStorage.of(store, header, where);
    }

    @Override
    public DenseTable<AttributeMessage> table() {
        return null;
    }
}
