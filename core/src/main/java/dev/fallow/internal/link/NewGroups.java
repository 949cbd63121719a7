package dev.fallow.internal.link;

import dev.fallow.format.message.SymbolTableMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.btree.GroupBTree;
import dev.fallow.internal.header.NewMessage;
import dev.fallow.internal.header.NewObjects;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.localheap.LocalHeap;
import dev.fallow.options.CreationOrder;
import dev.fallow.options.GroupOptions;
import java.util.List;

/** Creates empty groups. */
public final class NewGroups {
    private static final GroupOptions PLAIN = GroupOptions.defaults()
            .withCreationOrder(CreationOrder.UNTRACKED)
            .withAttributes(NewObjects.PLAIN_ATTRIBUTES);

    private NewGroups() {}

    /**
     * Creates an empty group: an old-style one in the earliest format, unless the options require a new-style one.
     *
     * @param options with nothing inherited
     * @param spare bytes to reserve for links in the header
     */
    public static ObjectHeader create(ObjectStore store, GroupOptions options, int spare) {
        return store.newObjects().earliest() && options.equals(PLAIN)
                ? oldStyle(store)
                : newStyle(store, options, spare);
    }

    /**
     * Creates an empty group.
     *
     * @param spare bytes to reserve for links
     */
    private static ObjectHeader newStyle(ObjectStore store, GroupOptions options, int spare) {
        return store.newHeaders().create(store.newGroups().messages(options), spare, options.attributes());
    }

    private static ObjectHeader oldStyle(ObjectStore store) {
        GroupBTree tree = GroupBTree.create(store.structureStore(), store.groupK());
        LocalHeap heap = LocalHeap.create(store.structureStore());
        SymbolTableMessage table = new SymbolTableMessage(tree.address(), heap.address());
        return store.newHeaders()
                .create(List.of(new NewMessage(MessageType.SYMBOL_TABLE, 0, store.encode(table::encode))), 0);
    }
}
