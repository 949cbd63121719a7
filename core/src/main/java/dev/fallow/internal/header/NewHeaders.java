package dev.fallow.internal.header;

import dev.fallow.format.objectheader.AttributePhaseChange;
import dev.fallow.format.objectheader.ObjectHeaderPrefix;
import dev.fallow.format.objectheader.ObjectHeaderPrefixV1;
import dev.fallow.format.objectheader.ObjectTimes;
import dev.fallow.options.AttributeOptions;
import dev.fallow.options.CreationOrder;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** Creates object headers. */
public final class NewHeaders {
    /** The reference library's minimum message area, which always has room for a continuation. */
    private static final int SMALLEST_MESSAGE_AREA = 22;

    private static final int SMALLEST_MESSAGE_AREA_V1 = 24;

    private final ObjectStore store;
    private final LongUnaryOperator anywhere = this::allocate;

    /** The options for attributes and the prefix, without times, of the last header. */
    private AttributeOptions lastAttributes;

    private ObjectHeaderPrefix lastWithoutTimes;

    /** The prefix, with the size of the message area, and its bytes that were made last from another prefix. */
    private ObjectHeaderPrefix lastLike;

    private ObjectHeaderPrefix lastPrefix;
    private byte[] lastBytes;

    NewHeaders(ObjectStore store) {
        this.store = store;
    }

    /**
     * Creates a header that is exactly as long as its messages.
     *
     * @param spare bytes to reserve for further messages
     */
    public ObjectHeader create(List<NewMessage> messages, int spare) {
        return create(messages, spare, NewObjects.PLAIN_ATTRIBUTES);
    }

    /**
     * Creates a header that is exactly as long as its messages: version 1 in the earliest format, unless the attribute
     * options require version 2.
     *
     * @param spare bytes to reserve for further messages
     * @param attributes how the object stores its attributes; with nothing inherited
     */
    public ObjectHeader create(List<NewMessage> messages, int spare, AttributeOptions attributes) {
        return store.newObjects().version1(attributes)
                ? createVersion1(messages, spare, anywhere)
                : createVersion2(messages, spare, attributes);
    }

    /**
     * Creates a header with the version, times and attribute options of another one.
     *
     * @param like a header of this or another container
     * @param spare bytes to reserve for further messages
     */
    public ObjectHeader createLike(ObjectHeader like, List<NewMessage> messages, int spare) {
        return createLike(like, messages, spare, anywhere);
    }

    /**
     * Creates a header with the version, times and attribute options of another one.
     *
     * @param place allocates a number of bytes, and returns their address
     */
    public ObjectHeader createLike(ObjectHeader like, List<NewMessage> messages, int spare, LongUnaryOperator place) {
        return like.format() instanceof HeaderFormatV2 version2
                ? createVersion2(messages, spare, version2.prefix(), place)
                : createVersion1(messages, spare, place);
    }

    private long allocate(long length) {
        return store.space().allocate(ObjectStore.HEADER_SPACE, length);
    }

    private ObjectHeader createVersion1(List<NewMessage> messages, int spare, LongUnaryOperator place) {
        HeaderFormat format = new HeaderFormatV1();
        int area = Math.max(areaOf(messages, format) + format.paddedSize(spare), SMALLEST_MESSAGE_AREA_V1);
        // initially one NIL message that fills the area
        byte[] prefix = store.encode(new ObjectHeaderPrefixV1(1, 1, area)::encode);
        return create(messages, prefix, ObjectHeaderPrefixV1.LENGTH + area, format, place);
    }

    private ObjectHeader createVersion2(List<NewMessage> messages, int spare, AttributeOptions attributes) {
        if (store.newObjects().times()) {
            ObjectTimes now = ObjectTimes.of(store.newObjects().seconds());
            return createVersion2(messages, spare, prefix(attributes, now), anywhere);
        }
        if (!attributes.equals(lastAttributes)) {
            lastWithoutTimes = prefix(attributes, null);
            lastAttributes = attributes;
        }
        return createVersion2(messages, spare, lastWithoutTimes, anywhere);
    }

    private static ObjectHeaderPrefix prefix(AttributeOptions attributes, ObjectTimes timesOrNull) {
        CreationOrder order = attributes.creationOrder();
        AttributePhaseChange phaseChange = new AttributePhaseChange(attributes.maxCompact(), attributes.minDense());
        return ObjectHeaderPrefix.of(
                0,
                timesOrNull,
                phaseChange.equals(AttributePhaseChange.DEFAULT) ? null : phaseChange,
                order.tracked(),
                order.indexed());
    }

    private ObjectHeader createVersion2(
            List<NewMessage> messages, int spare, ObjectHeaderPrefix like, LongUnaryOperator place) {
        int area = Math.max(areaOf(messages, new HeaderFormatV2(like)) + spare, SMALLEST_MESSAGE_AREA);
        if (like != lastLike || lastPrefix.messageAreaSize() != area) {
            lastLike = like;
            lastPrefix = store.reader().shared(like.withMessageAreaSize(area));
            lastBytes = store.encode(lastPrefix::encode);
        }
        return create(
                messages, lastBytes, Math.toIntExact(lastPrefix.chunkLength()), new HeaderFormatV2(lastPrefix), place);
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
