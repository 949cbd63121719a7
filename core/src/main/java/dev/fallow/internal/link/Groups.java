package dev.fallow.internal.link;

import dev.fallow.AttributeOptions;
import dev.fallow.CreationOrder;
import dev.fallow.FileFormat;
import dev.fallow.GroupOptions;
import dev.fallow.ObjectKind;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.message.GroupInfo;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.message.SymbolTableMessage;
import dev.fallow.format.objectheader.AttributePhaseChange;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.cache.AddressTable;
import dev.fallow.internal.header.HeaderFormat;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;

/** The properties of a group other than its links. */
public final class Groups {
    private Groups() {}

    /** The thresholds of a group between compact and dense links. */
    static GroupInfo info(ObjectHeader header) {
        GroupInfo stored = header.find(MessageType.GROUP_INFO, GroupInfo::decode);
        return stored == null ? GroupInfo.DEFAULT : stored;
    }

    /** The link info of a group; that of an old-style group, which has no such message, if there is none. */
    private static LinkInfo links(ObjectHeader header) {
        LinkInfo stored = header.find(MessageType.LINK_INFO, LinkInfo::decode);
        return stored == null ? LinkInfo.COMPACT : stored;
    }

    /** The options that a group was created with; an old-style group has the default options. */
    public static GroupOptions options(ObjectHeader header) {
        LinkInfo links = links(header);
        GroupInfo group = info(header);
        return new GroupOptions(
                order(links.creationOrderTracked(), links.creationOrderIndexed()),
                group.maxCompact(),
                Math.min(group.minDense(), group.maxCompact()),
                attributeOptions(header),
                false);
    }

    /** The options of a new group, with nothing inherited; {@code parent} is null for a root group. */
    public static GroupOptions resolved(GroupOptions options, ObjectHeader parent) {
        AttributeOptions attributes = resolved(options.attributes(), parent);
        CreationOrder order = options.creationOrder();
        if (order == CreationOrder.INHERITED) {
            LinkInfo links = parent == null ? LinkInfo.COMPACT : links(parent);
            order = order(links.creationOrderTracked(), links.creationOrderIndexed());
        }
        return options.withCreationOrder(order).withAttributes(attributes);
    }

    /** How a new object stores its attributes, with nothing inherited; {@code parent} is null for a root group. */
    public static AttributeOptions resolved(AttributeOptions options, ObjectHeader parent) {
        if (options.creationOrder() != CreationOrder.INHERITED) {
            return options;
        }
        return options.withCreationOrder(
                parent == null
                        ? CreationOrder.UNTRACKED
                        : order(
                                parent.format().creationOrderTracked(),
                                parent.format().creationOrderIndexed()));
    }

    /** The format generation of a group, determined from the root group for all new objects. */
    public static FileFormat format(ObjectHeader header) {
        boolean earliest =
                header.find(MessageType.SYMBOL_TABLE) != null && header.format().isVersion1();
        return earliest ? FileFormat.EARLIEST : FileFormat.LATEST;
    }

    /** The root group's entry in an old superblock, which caches the addresses of its link structures. */
    public static SymbolTableEntry rootEntry(ObjectStore store, SymbolTableEntry before) throws IOException {
        SymbolTableMessage table =
                store.header(before.headerAddress()).find(MessageType.SYMBOL_TABLE, SymbolTableMessage::decode);
        if (table == null) {
            return SymbolTableEntry.hardLink(before.nameOffset(), before.headerAddress());
        }
        return SymbolTableEntry.group(
                before.nameOffset(), before.headerAddress(), table.btreeAddress(), table.heapAddress());
    }

    /** How an object stores its attributes. */
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

    /** Whether the wanted group is another group or reachable from it by hard links. O(number of objects below that group). */
    public static boolean isBelow(ObjectStore store, long address, long wanted) throws IOException {
        AddressTable met = new AddressTable();
        met.add(address, 0);
        for (int i = 0; i < met.size(); i++) {
            if (met.address(i) == wanted) {
                return true;
            }
            ObjectHeader header = store.header(met.address(i));
            if (header.kind() == ObjectKind.GROUP) {
                Links.of(store, header, "group").forEachHardLink((name, target) -> {
                    if (met.indexOf(target) < 0) {
                        met.add(target, 0);
                    }
                });
            }
        }
        return false;
    }
}
