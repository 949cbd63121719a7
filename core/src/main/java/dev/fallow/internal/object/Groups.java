package dev.fallow.internal.object;

import dev.fallow.AttributeOptions;
import dev.fallow.CreationOrder;
import dev.fallow.FileFormat;
import dev.fallow.GroupOptions;
import dev.fallow.ObjectKind;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.message.GroupInfo;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.message.SymbolTableMessage;
import dev.fallow.format.objectheader.AttributePhaseChange;
import dev.fallow.format.objectheader.MessageType;
import java.io.IOException;

/** What can be said of a group without its links. */
public final class Groups {
    private Groups() {}

    /** How a group was created; an old-style group has the options that are the default. */
    public static GroupOptions options(ObjectStore store, ObjectHeader header) {
        LiveMessage infoMessage = header.find(MessageType.LINK_INFO);
        LinkInfo links = infoMessage == null
                ? LinkInfo.COMPACT
                : LinkInfo.decode(infoMessage.body(store.sizes(), MessageType.LINK_INFO.title()));
        LiveMessage groupMessage = header.find(MessageType.GROUP_INFO);
        GroupInfo group = groupMessage == null
                ? GroupInfo.DEFAULT
                : GroupInfo.decode(groupMessage.body(store.sizes(), MessageType.GROUP_INFO.title()));
        return new GroupOptions(
                order(links.creationOrderTracked(), links.creationOrderIndexed()),
                group.maxCompact(),
                Math.min(group.minDense(), group.maxCompact()),
                attributeOptions(header));
    }

    /**
     * Makes an empty group: an old-style one in the earliest format, unless it is to be what only a new-style one can be.
     *
     * @param spare bytes of room to leave for links in a header that has them
     */
    public static ObjectHeader create(ObjectStore store, GroupOptions options, int spare) {
        return store.newObjects().earliest() && options.equals(GroupOptions.defaults())
                ? SymbolTableLinks.createGroup(store)
                : CompactLinks.createGroup(store, options, spare);
    }

    /** Whether new objects beside this group are to be of the earliest format, as it is: seen from the root group. */
    public static FileFormat format(ObjectHeader header) {
        boolean earliest = header.find(MessageType.SYMBOL_TABLE) != null
                && !header.format().hasAttributeInfo();
        return earliest ? FileFormat.EARLIEST : FileFormat.LATEST;
    }

    /**
     * The entry of the root group in an old superblock, which repeats where its links are.
     *
     * @param before the entry as it was
     */
    public static SymbolTableEntry rootEntry(ObjectStore store, SymbolTableEntry before) throws IOException {
        LiveMessage message = store.header(before.headerAddress()).find(MessageType.SYMBOL_TABLE);
        if (message == null) {
            return SymbolTableEntry.hardLink(before.nameOffset(), before.headerAddress());
        }
        SymbolTableMessage table =
                SymbolTableMessage.decode(message.body(store.sizes(), MessageType.SYMBOL_TABLE.title()));
        return SymbolTableEntry.group(
                before.nameOffset(), before.headerAddress(), table.btreeAddress(), table.heapAddress());
    }

    /** How an object was told to keep its attributes. */
    public static AttributeOptions attributeOptions(ObjectHeader header) {
        HeaderFormat format = header.format();
        AttributePhaseChange phaseChange = format.attributePhaseChange();
        return new AttributeOptions(
                order(format.creationOrderTracked(), format.creationOrderIndexed()),
                phaseChange.maxCompact(),
                phaseChange.minDense());
    }

    private static CreationOrder order(boolean tracked, boolean indexed) {
        return !tracked ? CreationOrder.UNTRACKED : indexed ? CreationOrder.INDEXED : CreationOrder.TRACKED;
    }

    /**
     * Whether a group is among what can be reached from another one by hard links, or is that one. O(number of objects
     * below it).
     *
     * @param address of the upper group
     * @param wanted the address of the lower one
     */
    public static boolean isBelow(ObjectStore store, long address, long wanted) throws IOException {
        AddressTable met = new AddressTable();
        met.add(address, 0);
        for (int i = 0; i < met.size(); i++) {
            if (met.address(i) == wanted) {
                return true;
            }
            ObjectHeader header = store.header(met.address(i));
            if (ObjectKinds.of(header) == ObjectKind.GROUP) {
                Links.of(store, header, "group").forEach(link -> {
                    if (link.target() instanceof LinkTarget.Hard hard && met.indexOf(hard.address()) < 0) {
                        met.add(hard.address(), 0);
                    }
                });
            }
        }
        return false;
    }
}
