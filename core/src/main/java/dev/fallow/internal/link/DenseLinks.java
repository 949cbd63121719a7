package dev.fallow.internal.link;

import dev.fallow.ContainerException;
import dev.fallow.format.Addresses;
import dev.fallow.format.Utf8;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.message.LinkMessage;
import dev.fallow.format.message.LinkTarget;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.dense.DenseTable;
import dev.fallow.internal.dense.RepackedTable;
import dev.fallow.internal.extent.ExtentVisitor;
import dev.fallow.internal.header.Change;
import dev.fallow.internal.header.LiveMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Dense links: link messages in a {@link DenseTable}, located through the link info message. */
public final class DenseLinks extends NewStyleLinks {
    /** Below this number links are not dense; 0 links are never dense. */
    private final int minDense;

    /** Valid while the cache has evicted nothing. */
    private DenseTable<LinkMessage> lastTable;

    private long lastEvictions;

    private DenseLinks(ObjectStore store, ObjectHeader header, LiveMessage infoMessage, LinkInfo info) {
        super(store, header, infoMessage, info);
        minDense = Math.max(1, Groups.info(header).minDense());
    }

    static DenseLinks open(ObjectStore store, ObjectHeader header, LiveMessage infoMessage, LinkInfo info)
            throws IOException {
        DenseLinks links = new DenseLinks(store, header, infoMessage, info);
        links.table(); // the content is as expected
        return links;
    }

    /** The current heap and indexes. */
    private DenseTable<LinkMessage> table() throws IOException {
        long evictions = store.cache().evictions();
        if (lastTable == null || lastEvictions != evictions) {
            lastTable = DenseTable.open(
                    store.structureStore(),
                    LinkForm.INSTANCE,
                    info.heapAddress(),
                    info.nameIndexAddress(),
                    info.orderIndexAddress());
            lastEvictions = evictions;
        }
        return lastTable;
    }

    @Override
    public LinkMessage find(String name) throws IOException {
        DenseTable.Entry<LinkMessage> found = table().find(name);
        return found == null ? null : found.message();
    }

    @Override
    public List<LinkMessage> all() throws IOException {
        List<LinkMessage> links = new ArrayList<>();
        forEach(links::add);
        links.sort(Comparator.comparing(LinkMessage::name));
        return List.copyOf(links);
    }

    @Override
    public List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        forEach(link -> names.add(link.name()));
        String[] sorted = names.toArray(String[]::new);
        NameSort.sort(sorted);
        return List.of(sorted);
    }

    @Override
    public void forEach(Action action) throws IOException {
        table().forEach((link, order, sharedId) -> action.accept(link));
    }

    @Override
    void prepareAdd(String path, LinkMessage like) throws IOException {
        LinkMessage link = info.creationOrderTracked() ? next(like.name(), like.target()) : like;
        if (info.creationOrderTracked() && info.maxCreationIndex() == Long.MAX_VALUE) {
            throw new ContainerException("%s: group %s: expected a creation index of less than %d, found that"
                    .formatted(store.fileName(), path, Long.MAX_VALUE));
        }
        table().prepareAdd(Utf8.encode(link.name()), link.encodedLength(store.sizes()), link.creationOrder());
    }

    void add(String name, LinkTarget target) throws IOException {
        LinkMessage link = next(name, target);
        table().add(Utf8.encode(name), store.encode(link::encode), link.creationOrder());
        added(link);
    }

    @Override
    void prepareRemove(String name) throws IOException {
        DenseTable<LinkMessage> table = table();
        table.prepareRemove(Utf8.encode(name));
        if (table.size() - 1 < minDense) {
            messages(table);
            header.checkCanGrow();
            table.prepareDelete();
        }
    }

    @Override
    void remove(String name) throws IOException {
        DenseTable<LinkMessage> table = table();
        table.remove(Utf8.encode(name));
        store.sparse().lost(header.address());
        if (table.size() < minDense) {
            List<byte[]> messages = messages(table);
            if (messages != null) {
                makeCompact(table, messages);
            }
        }
    }

    /** All links as object header messages; null if one is too long. */
    private List<byte[]> messages(DenseTable<LinkMessage> table) throws IOException {
        List<byte[]> messages = new ArrayList<>();
        table.forEach((link, order, sharedId) -> messages.add(store.encode(link::encode)));
        int most = header.format().largestSize();
        return messages.stream().allMatch(message -> message.length <= most) ? messages : null;
    }

    private void makeCompact(DenseTable<LinkMessage> table, List<byte[]> messages) throws IOException {
        table.delete();
        putInfo(info.withStorage(Addresses.UNDEFINED, Addresses.UNDEFINED, Addresses.UNDEFINED)
                .withMaxCreationIndex(messages.isEmpty() ? 0 : info.maxCreationIndex()));
        header.addAll(MessageType.LINK, messages, i -> 0);
        header.keepDecoded(null);
    }

    /** As {@link DenseTable#repacked}. */
    public RepackedTable<LinkMessage> repacked(long most) throws IOException {
        return table().repacked(most, table -> putInfo(with(table)));
    }

    @Override
    void putInfo(LinkInfo changed) {
        lastTable = null;
        super.putInfo(changed);
    }

    @Override
    public Change release(String path) throws IOException {
        table().prepareDelete();
        return () -> table().delete();
    }

    @Override
    public void forEachBlock(ExtentVisitor visitor) throws IOException {
        table().forEachBlock(visitor);
    }

    @Override
    public void verify() throws IOException {
        table().verify();
    }

    @Override
    public long[] structures() {
        return info.orderIndexAddress() == Addresses.UNDEFINED
                ? new long[] {info.heapAddress(), info.nameIndexAddress()}
                : new long[] {info.heapAddress(), info.nameIndexAddress(), info.orderIndexAddress()};
    }
}
