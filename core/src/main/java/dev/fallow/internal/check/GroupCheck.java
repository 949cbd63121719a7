package dev.fallow.internal.check;

import dev.fallow.format.Addresses;
import dev.fallow.format.FieldReader;
import dev.fallow.format.group.SymbolTableEntry;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.message.SymbolTableMessage;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.DenseCheck;
import dev.fallow.internal.check.structure.Header;
import dev.fallow.internal.check.structure.Message;
import dev.fallow.internal.check.structure.SymbolTableCheck;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Checks the links of one group, in each form in which they can be stored. */
final class GroupCheck extends DenseCheck {
    private final BTreeK k;
    private final Links links;
    private final Set<Long> orders = new HashSet<>();
    private LinkInfo info = LinkInfo.COMPACT;

    /** Receives the links. */
    interface Links {
        /**
         * A hard link.
         *
         * @param entry the symbol table entry that it is from, or null
         * @param entryAddress of that entry
         */
        void hard(long address, PathNode path, SymbolTableEntry entry, long entryAddress) throws IOException;

        /** A soft link of the group. */
        void soft(String target, PathNode path) throws IOException;
    }

    GroupCheck(Context context, BTreeK k, PathNode path, Links links) {
        super(context, true, path);
        this.k = k;
        this.links = links;
    }

    /** Whether the links of a group are not only in its header. */
    static boolean mayBeLarge(Context context, Header header) throws IOException {
        boolean[] compact = {false};
        Message info = header.find(MessageType.LINK_INFO);
        if (info != null) {
            context.quiet()
                    .decoded(
                            info.address(),
                            null,
                            () -> compact[0] = !LinkInfo.decode(info.reader(context.sizes()))
                                    .dense());
        }
        return !compact[0];
    }

    void check(Header header) throws IOException {
        Message table = header.find(MessageType.SYMBOL_TABLE);
        if (table != null) {
            attempt(table.address(), () -> {
                SymbolTableMessage message = SymbolTableMessage.decode(table.reader(sizes));
                new SymbolTableCheck(context, k, path, this::entry)
                        .check(message.btreeAddress(), message.heapAddress());
            });
        }
        Message infoMessage = header.find(MessageType.LINK_INFO);
        if (infoMessage != null) {
            decoded(infoMessage.address(), () -> info = LinkInfo.decode(infoMessage.reader(sizes)));
        }
        for (Message each : header.messages()) {
            if (each.is(MessageType.LINK) && !each.isShared()) {
                decoded(each.address(), () -> add(LinkMessage.decode(each.reader(sizes)), each.address()));
            }
        }
        check(infoMessage, info.heapAddress(), info.nameIndexAddress(), info.orderIndexAddress());
    }

    @Override
    protected void dense(byte[] body, byte[] id, long order) throws IOException {
        FieldReader in = FieldReader.of(body, sizes, MessageType.LINK.title(), -1);
        decoded(info.heapAddress(), () -> {
            LinkMessage link = LinkMessage.decode(in);
            named(link.name());
            orders.clear(); // the order of the index shows which are used twice
            add(link, info.heapAddress());
        });
    }

    private void entry(SymbolTableEntry entry, long address, String name, String target) throws IOException {
        checkName(name, address);
        if (target != null) {
            MessageCheck.name(context, target, address, path.child(name));
            links.soft(target, path.child(name));
            return;
        }
        links.hard(entry.headerAddress(), path.child(name), entry, address);
    }

    /** No path leads to a link with another name. */
    private void checkName(String name, long address) {
        MessageCheck.name(context, name, address, path.child(name));
        if (name.isEmpty() || name.indexOf('/') >= 0 || name.indexOf(0) >= 0) {
            context.add(
                    FindingCode.LINK_NAME,
                    address,
                    path.child(name),
                    "expected a name of at least one character, without slash and NUL");
        }
    }

    private void add(LinkMessage link, long address) throws IOException {
        if (!isNew(link.name())) {
            context.add(
                    FindingCode.LINK_DUPLICATE,
                    address,
                    path.child(link.name()),
                    "expected one link of this name, found several");
        }
        checkName(link.name(), address);
        long order = link.creationOrder();
        if (info.creationOrderTracked() && order != LinkMessage.NO_ORDER) {
            if (order >= info.maxCreationIndex() || !orders.add(order)) {
                context.add(
                        FindingCode.LINK_ORDER,
                        address,
                        path.child(link.name()),
                        "expected a creation order of its own below %d, found %d"
                                .formatted(info.maxCreationIndex(), order));
            }
        }
        if (link.target() instanceof LinkTarget.Hard hard) {
            links.hard(hard.address(), path.child(link.name()), null, Addresses.UNDEFINED);
        } else if (link.target() instanceof LinkTarget.External external) {
            MessageCheck.name(context, external.fileName(), address, path.child(link.name()));
            MessageCheck.name(context, external.objectPath(), address, path.child(link.name()));
        } else if (link.target() instanceof LinkTarget.Soft soft) {
            MessageCheck.name(context, soft.path(), address, path.child(link.name()));
            links.soft(soft.path(), path.child(link.name()));
        }
    }
}
