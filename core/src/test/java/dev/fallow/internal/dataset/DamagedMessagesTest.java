package dev.fallow.internal.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.AllocationTime;
import dev.fallow.Attribute;
import dev.fallow.AttributeOptions;
import dev.fallow.Conversion;
import dev.fallow.CorruptFileException;
import dev.fallow.CreateOptions;
import dev.fallow.CreationOrder;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.RawElements;
import dev.fallow.TooLargeException;
import dev.fallow.Types;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FormatException;
import dev.fallow.format.message.Dataspace;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.codec.AttributeMessage;
import dev.fallow.internal.codec.DatatypeCodec;
import dev.fallow.internal.data.ElementContext;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.data.TypedValue.StringForm;
import dev.fallow.internal.handle.GroupHandle;
import dev.fallow.internal.header.NewMessage;
import dev.fallow.internal.header.ObjectHeader;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.open.ContainerCreator;
import dev.fallow.internal.session.Session;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.internal.tree.TreeCopy;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FixedString;
import dev.fallow.type.StringPadding;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages of damaged files: the error is reported by an exception of Fallow before anything is changed. */
class DamagedMessagesTest {
    private final Session session =
            ContainerCreator.createIn(new MemoryStorage(new byte[0]), "memory", CreateOptions.defaults());
    private final ObjectStore store = session.store();

    private static byte[] contiguousOfVersion1() {
        byte[] body = new byte[20];
        body[0] = 1; // version
        body[1] = 1; // dimensions
        body[2] = 1; // contiguous
        body[8] = 64; // the address
        body[16] = 1; // elements
        return body;
    }

    private static byte[] unallocated() {
        byte[] body = new byte[18];
        body[0] = 3; // version
        body[1] = 1; // contiguous
        for (int i = 2; i < 10; i++) {
            body[i] = -1;
        }
        return body;
    }

    private ObjectHeader dataset(Datatype type, long[] dimensions, byte[] layout, byte[] fill) {
        List<NewMessage> messages = new ArrayList<>();
        messages.add(new NewMessage(MessageType.DATASPACE, 0, store.encode(Dataspace.simple(dimensions)::encode)));
        messages.add(new NewMessage(MessageType.DATATYPE, 1, store.encode(out -> DatatypeCodec.encode(type, out))));
        if (fill != null) {
            messages.add(new NewMessage(MessageType.FILL_VALUE, 0, fill));
        }
        messages.add(new NewMessage(MessageType.DATA_LAYOUT, 0, layout));
        return store.newHeaders().create(messages, 0);
    }

    @Test
    void elementsOfAnOldLayoutThatPassTheLargestAddress() {
        ObjectHeader header = dataset(FixedPoint.INT64, new long[] {1L << 62}, contiguousOfVersion1(), null);
        assertThatThrownBy(() -> DatasetStorage.of(store, header, "/d"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContainingAll("memory: /d, object header at address", "elements of 8 bytes");
    }

    @Test
    void elementsOfAnOldLayoutPastTheEnd() {
        ObjectHeader header = dataset(FixedPoint.INT64, new long[] {1L << 40}, contiguousOfVersion1(), null);
        assertThatThrownBy(() -> DatasetStorage.of(store, header, "/d"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("elements of %d bytes at address 64", 8L << 40);
    }

    /** The element size of a dataset without storage exceeds the maximum array length. */
    @Test
    void anElementTooLongForAnArray() throws IOException {
        Datatype huge = FixedString.of((1L << 32) - 1, StringPadding.NULL_PADDED, CharacterSet.ASCII);
        long size = huge.size();
        byte[] layout = unallocated();
        for (int i = 0; i < 8; i++) {
            layout[10 + i] = (byte) (size >>> 8 * i);
        }
        DatasetStorage dataset = DatasetStorage.of(store, dataset(huge, new long[] {1}, layout, null), "/d");
        assertThatThrownBy(() -> new DatasetReader(dataset).read(null))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("memory: /d");
        assertThatThrownBy(() -> new DatasetReader(dataset).readBytes(null, Conversion.LOSSLESS))
                .isInstanceOf(TooLargeException.class)
                .hasMessageContainingAll("memory: /d", "at most", Long.toString(size));
        DatasetStorage none = DatasetStorage.of(store, dataset(huge, new long[] {0}, unallocated(), null), "/d");
        assertThat(new DatasetReader(none).readBytes(null, Conversion.LOSSLESS)).isEmpty();
    }

    @Test
    void integersOfManyBytes() {
        Datatype wide = new FixedPoint(1, 1 << 27, ByteOrder.LITTLE_ENDIAN, false, false, true, 0, 64);
        ObjectHeader header = dataset(wide, new long[] {0}, unallocated(), null);
        assertThatThrownBy(() -> new DatasetReader(DatasetStorage.of(store, header, "/d")).read(null))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll("memory: /d", "more than 16384");
    }

    @Test
    void aFillValueThatIsNoneIsFoundBeforeACopyIsMade() {
        ObjectHeader header = dataset(FixedPoint.INT8, new long[] {0}, unallocated(), new byte[] {2, 2, -55, 0});
        TreeCopy copy = new TreeCopy(store, store);
        assertThatThrownBy(() -> copy.plan(header.address(), "/d"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("fill time");
    }

    private static ObjectHeader withAttributes(Session in, String[] names, int[] orders) {
        ObjectStore store = in.store();
        ObjectHeader header = store.newHeaders()
                .create(
                        List.of(new NewMessage(
                                MessageType.DATATYPE,
                                1,
                                store.encode(out -> DatatypeCodec.encode(FixedPoint.INT8, out)))),
                        1_000,
                        AttributeOptions.defaults().withCreationOrder(CreationOrder.INDEXED));
        for (int i = 0; i < names.length; i++) {
            AttributeMessage attribute = store.newObjects()
                    .attribute(store::encode, names[i], FixedPoint.INT8, Dataspace.scalar(), new byte[1]);
            header.add(MessageType.ATTRIBUTE, 0, orders[i], store.encode(attribute::encode), 0);
        }
        return header;
    }

    private void assertStaysCompact(String[] names, int[] orders, String... words) throws IOException {
        ObjectHeader header = withAttributes(session, names, orders);
        long end = session.space().endOfAllocation();
        long free = session.space().freeBytes();
        Attributes attributes = new Attributes(store, header, "/d");
        byte[] tooLongForAHeader = new byte[70_000];
        assertThatThrownBy(() -> attributes.put(
                        "new",
                        TypedValue.of(tooLongForAHeader, StringForm.FIXED, ElementContext.of("value", store.sizes())),
                        CommittedDatatypes.NONE,
                        false,
                        (address, user, where) -> () -> {}))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("memory: /d")
                .hasMessageContainingAll(words);
        assertThat(session.space().endOfAllocation()).isEqualTo(end);
        assertThat(session.space().freeBytes()).isEqualTo(free);
    }

    @Test
    void attributesOfOneCreationOrderDoNotBecomeDense() throws IOException {
        assertStaysCompact(new String[] {"a", "b"}, new int[] {3, 3}, "creation orders, found 3 twice", "\"b\"");
    }

    @Test
    void anAttributeWithTheNextCreationOrderDoesNotBecomeDense() throws IOException {
        assertStaysCompact(new String[] {"a", "b"}, new int[] {1, 0}, "creation orders, found 0 twice", "\"new\"");
    }

    @Test
    void attributesOfOneNameDoNotBecomeDense() throws IOException {
        assertStaysCompact(new String[] {"a", "a"}, new int[] {1, 2}, "names, found \"a\" twice");
    }

    @Test
    void attributesOfOneNameAreFoundBeforeACopyIsMade() {
        ObjectHeader header = withAttributes(session, new String[] {"a", "a"}, new int[] {1, 2});
        assertThatThrownBy(() -> new TreeCopy(store, store).plan(header.address(), "/d"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("names, found \"a\" twice");
    }

    /** The value is decoded on access, after the operation that has read the attribute. */
    @Test
    void anAttributeWhoseElementsAreDamagedNamesTheFile() {
        Group root = GroupHandle.root(session);
        root.createAttribute(
                "reference", Types.objectReference(), new long[0], new RawElements(new byte[] {0, 0, 0, 0, 0, 0, 0, -128
                }));
        Attribute attribute = root.attribute("reference");
        assertThatThrownBy(attribute::read)
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContainingAll("memory: /, attribute reference", "at most 2^63-1");
    }

    /** Deleting opens the index of the chunks again when nothing may fail any more, so it must be opened before. */
    @Test
    void aDatasetWithADamagedFillValueIsNotHalfDeleted() throws IOException {
        Group root = GroupHandle.root(session);
        DatasetOptions options =
                DatasetOptions.defaults().withChunks(2).withMaxDimensions(6).withAllocation(AllocationTime.EARLY);
        ObjectHeader header =
                store.header(root.createDataset("d", new int[6], options).address());
        header.replace(header.find(MessageType.FILL_VALUE), MessageType.FILL_VALUE, new byte[] {99, 0});
        long end = session.space().endOfAllocation();
        long free = session.space().freeBytes();
        assertThatThrownBy(() -> root.delete("d"))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContainingAll("memory: /d", "Fill Value", "expected version 1 to 3, found 99");
        assertThat(root.exists("d")).isTrue();
        assertThat(session.space().endOfAllocation()).isEqualTo(end);
        assertThat(session.space().freeBytes()).isEqualTo(free);
        root.createDataset("another", 1);
    }
}
