package dev.fallow.internal.header;

import dev.fallow.AttributeOptions;
import dev.fallow.CreationOrder;
import dev.fallow.GroupOptions;
import dev.fallow.format.Addresses;
import dev.fallow.format.message.GroupInfo;
import dev.fallow.format.message.LinkInfo;
import dev.fallow.format.message.SymbolTableMessage;
import dev.fallow.format.objectheader.AttributePhaseChange;
import dev.fallow.format.objectheader.MessageFlags;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.objectheader.ObjectHeaderPrefix;
import dev.fallow.format.objectheader.ObjectHeaderPrefixV1;
import dev.fallow.format.objectheader.ObjectTimes;
import dev.fallow.internal.btree.GroupBTree;
import dev.fallow.internal.localheap.LocalHeap;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** Creates object headers, and empty groups. */
public final class NewHeaders {
    /** The reference library's minimum message area, which always has room for a continuation. */
    private static final int SMALLEST_MESSAGE_AREA = 22;

    private static final int SMALLEST_MESSAGE_AREA_V1 = 24;

    private static final GroupOptions PLAIN_GROUP = GroupOptions.defaults()
            .withCreationOrder(CreationOrder.UNTRACKED)
            .withAttributes(NewObjects.PLAIN_ATTRIBUTES);

    private final ObjectStore store;
    private final LongUnaryOperator anywhere;

    /** The options of the last new-style group, and its messages: most groups have the same. */
    private GroupOptions lastGroup;

    private List<NewMessage> lastGroupMessages;

    /** The options for attributes and the prefix, without times, of the last header. */
    private AttributeOptions lastAttributes;

    private ObjectHeaderPrefix lastWithoutTimes;

    /** The prefix, with the size of the message area, and its bytes that were made last from another prefix. */
    private ObjectHeaderPrefix lastLike;

    private ObjectHeaderPrefix lastPrefix;
    private byte[] lastBytes;

    NewHeaders(ObjectStore store) {
        this.store = store;
        anywhere = length -> store.space().allocate(ObjectStore.HEADER_SPACE, length);
    }

    /**
     * Creates an empty group: an old-style one in the earliest format, unless the options, which have nothing inherited, require a
     * new-style one. Reserves {@code spare} bytes for links in the header.
     */
    public ObjectHeader createGroup(GroupOptions options, int spare) {
        if (sameLinks(options, PLAIN_GROUP) && store.newObjects().version1(options.attributes())) {
            GroupBTree tree = GroupBTree.create(store.structureStore(), store.groupK());
            LocalHeap heap = LocalHeap.create(store.structureStore());
            byte[] table = store.encode(new SymbolTableMessage(tree.address(), heap.address())::encode);
            return create(List.of(new NewMessage(MessageType.SYMBOL_TABLE, 0, table)), 0);
        }
        if (lastGroup == null || !sameLinks(options, lastGroup)) {
            lastGroupMessages = groupMessages(options);
            lastGroup = options;
        }
        return create(lastGroupMessages, spare, options.attributes());
    }

    /** Whether groups store their links in the same way. */
    private static boolean sameLinks(GroupOptions options, GroupOptions other) {
        return options.creationOrder() == other.creationOrder()
                && options.maxCompact() == other.maxCompact()
                && options.minDense() == other.minDense();
    }

    private List<NewMessage> groupMessages(GroupOptions options) {
        LinkInfo links = new LinkInfo(
                options.creationOrder().tracked(),
                options.creationOrder().indexed(),
                0,
                Addresses.UNDEFINED,
                Addresses.UNDEFINED,
                Addresses.UNDEFINED);
        GroupInfo defaults = GroupInfo.DEFAULT;
        GroupInfo group = new GroupInfo(
                options.maxCompact() != defaults.maxCompact() || options.minDense() != defaults.minDense(),
                options.maxCompact(),
                options.minDense(),
                false,
                defaults.estimatedEntries(),
                defaults.estimatedNameLength());
        return List.of(
                new NewMessage(MessageType.LINK_INFO, 0, store.encode(links::encode)),
                new NewMessage(MessageType.GROUP_INFO, MessageFlags.CONSTANT, store.encode(group::encode)));
    }

    /** As below, with the attribute options of objects with nothing out of the ordinary. */
    public ObjectHeader create(List<NewMessage> messages, int spare) {
        return create(messages, spare, NewObjects.PLAIN_ATTRIBUTES);
    }

    /**
     * Creates a header that is exactly as long as its messages and {@code spare} bytes: version 1 in the earliest format, unless the
     * attribute options, which have nothing inherited, require version 2.
     */
    public ObjectHeader create(List<NewMessage> messages, int spare, AttributeOptions attributes) {
        NewObjects how = store.newObjects();
        if (how.version1(attributes)) {
            return createVersion1(messages, spare, anywhere);
        } else if (how.times()) {
            return createVersion2(messages, spare, prefix(attributes, ObjectTimes.of(how.seconds())), anywhere);
        }
        if (lastAttributes == null || !NewObjects.same(attributes, lastAttributes)) {
            lastWithoutTimes = prefix(attributes, null);
            lastAttributes = attributes;
        }
        return createVersion2(messages, spare, lastWithoutTimes, anywhere);
    }

    /** Creates a header with the version, times and attribute options of another one, of this or another container. */
    public ObjectHeader createLike(ObjectHeader like, List<NewMessage> messages, int spare) {
        return createLike(like, messages, spare, anywhere);
    }

    /** As above; {@code place} allocates a number of bytes, and returns their address. */
    public ObjectHeader createLike(ObjectHeader like, List<NewMessage> messages, int spare, LongUnaryOperator place) {
        return like.format().isVersion1()
                ? createVersion1(messages, spare, place)
                : createVersion2(messages, spare, like.format().prefix(), place);
    }

    private ObjectHeader createVersion1(List<NewMessage> messages, int spare, LongUnaryOperator place) {
        HeaderFormat format = HeaderFormat.VERSION_1;
        int area = Math.max(areaOf(messages, format) + format.paddedSize(spare), SMALLEST_MESSAGE_AREA_V1);
        // initially one NIL message that fills the area
        byte[] prefix = store.encode(new ObjectHeaderPrefixV1(1, 1, area)::encode);
        return create(messages, prefix, ObjectHeaderPrefixV1.LENGTH + area, format, place);
    }

    private static ObjectHeaderPrefix prefix(AttributeOptions attributes, ObjectTimes timesOrNull) {
        CreationOrder order = attributes.creationOrder();
        AttributePhaseChange phaseChange = new AttributePhaseChange(attributes.maxCompact(), attributes.minDense());
        return ObjectHeaderPrefix.of(
                0, timesOrNull, phaseChange.isDefault() ? null : phaseChange, order.tracked(), order.indexed());
    }

    private ObjectHeader createVersion2(
            List<NewMessage> messages, int spare, ObjectHeaderPrefix like, LongUnaryOperator place) {
        int area = Math.max(areaOf(messages, HeaderFormat.version2(like)) + spare, SMALLEST_MESSAGE_AREA);
        if (like != lastLike || lastPrefix.messageAreaSize() != area) {
            lastLike = like;
            lastPrefix = store.reader().shared(like.withMessageAreaSize(area));
            lastBytes = store.encode(lastPrefix::encode);
        }
        return create(
                messages,
                lastBytes,
                Math.toIntExact(lastPrefix.chunkLength()),
                HeaderFormat.version2(lastPrefix),
                place);
    }

    private static int areaOf(List<NewMessage> messages, HeaderFormat format) {
        int area = 0;
        for (int i = 0; i < messages.size(); i++) {
            area += format.messageHeaderLength()
                    + format.paddedSize(messages.get(i).body().length);
        }
        return area;
    }

    private ObjectHeader create(
            List<NewMessage> messages, byte[] prefix, int length, HeaderFormat format, LongUnaryOperator place) {
        byte[] image = new byte[length];
        System.arraycopy(prefix, 0, image, 0, prefix.length);
        long address = place.applyAsLong(length);
        ObjectHeader header = new ObjectHeader(store, address, format);
        HeaderChunk chunk = new HeaderChunk(
                store.cache().created(address, image, format.trailerLength()), format.firstAreaFrom(), format);
        chunk.begin(messages);
        header.addChunk(chunk);
        header.updateMessageCount();
        store.cache().keep(header);
        return header;
    }
}
