package dev.fallow.internal.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.AttributeOptions;
import dev.fallow.CreationOrder;
import dev.fallow.FileFormat;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldSizes;
import dev.fallow.format.FieldWriter;
import dev.fallow.format.message.BTreeK;
import dev.fallow.format.message.ModificationTime;
import dev.fallow.format.message.OldModificationTime;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.format.objectheader.ObjectHeaderPrefix;
import dev.fallow.format.objectheader.ObjectHeaderPrefixV1;
import dev.fallow.format.objectheader.ObjectTimes;
import dev.fallow.freespace.file.AllocationType;
import dev.fallow.freespace.file.FileSpace;
import dev.fallow.freespace.file.FileSpaceOptions;
import dev.fallow.internal.cache.MetadataCache;
import dev.fallow.internal.storage.MemoryStorage;
import dev.fallow.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Adds and removes messages in headers of both versions; the file is reread after every few steps. */
class ObjectHeaderEditTest {
    private static final int START = 64;

    /** The kinds of headers. */
    enum Kind {
        VERSION_1,
        VERSION_2,
        WITH_CREATION_ORDER,
        WITH_TIMES
    }

    /** A file with one header, and blocks that prevent growth in place. */
    private static final class File {
        private final MemoryStorage storage = new MemoryStorage(new byte[START]);
        private final FileSpace space =
                new FileSpace(FileSpaceOptions.defaults().withAggregators(0, 0), START);
        private final Kind kind;
        private long blocked;
        private long seconds = 1_000_000_000;

        File(Kind kind) {
            this.kind = kind;
        }

        ObjectStore store() {
            MetadataCache cache = new MetadataCache(storage, "test", 0, 1 << 20, space::endOfAllocation);
            ObjectStore store =
                    new ObjectStore("test", FieldSizes.EIGHT, cache, space, storage, 0, true, new BTreeK(32, 16, 4));
            store.setNewObjects(new NewObjects(
                    kind == Kind.VERSION_1 ? FileFormat.EARLIEST : FileFormat.LATEST,
                    false,
                    kind == Kind.WITH_TIMES,
                    () -> Instant.ofEpochSecond(seconds)));
            return store;
        }

        ObjectHeader create(ObjectStore store, List<NewMessage> messages) {
            AttributeOptions defaults = NewObjects.PLAIN_ATTRIBUTES;
            return store.newHeaders()
                    .create(
                            messages,
                            0,
                            kind == Kind.WITH_CREATION_ORDER
                                    ? defaults.withCreationOrder(CreationOrder.TRACKED)
                                    : defaults);
        }

        /** Allocates a block at the end of the file, so that a chunk cannot grow there. */
        void block() {
            space.allocate(AllocationType.OBJECT_HEADER, 40);
            blocked += 40;
        }

        void write(ObjectStore store) throws IOException {
            storage.resize(Math.max(storage.size(), space.endOfAllocation()));
            store.cache().writeOut();
            storage.resize(space.endOfAllocation());
        }

        FieldReader reader(long address) {
            byte[] image = storage.toByteArray();
            return FieldReader.of(image, (int) address, image.length, FieldSizes.EIGHT, "header", address);
        }

        byte[] padded(byte[] body) {
            return kind == Kind.VERSION_1 ? Arrays.copyOf(body, (body.length + 7) / 8 * 8) : body;
        }

        void check(ObjectStore edited, long address, List<byte[]> model, String where) throws IOException {
            write(edited);
            ObjectHeader read = store().header(address);
            List<byte[]> found = new ArrayList<>(
                    comments(read).stream().map(LiveMessage::bytes).toList());
            assertThat(found).as(where).hasSameSizeAs(model);
            for (byte[] wanted : model) {
                byte[] padded = padded(wanted);
                assertThat(found.removeIf(body -> Arrays.equals(body, padded)))
                        .as(where)
                        .isTrue();
            }
            for (ObjectHeader each : List.of(edited.header(address), read)) {
                for (MessageType type : MessageType.values()) {
                    assertThat(each.has(type)).as("%s: %s", where, type).isEqualTo(each.count(type) > 0);
                }
            }
            long[] bytes = {0};
            read.forEachChunk((at, length) -> {
                assertThat(space.inUse(at, length)).as(where).isTrue();
                bytes[0] += length;
            });
            assertThat(space.endOfAllocation() - space.freeBytes()).as(where).isEqualTo(START + blocked + bytes[0]);
            if (kind == Kind.VERSION_1) {
                assertThat(ObjectHeaderPrefixV1.decode(reader(address)).messageCount())
                        .as(where)
                        .isEqualTo(read.messageCount());
            } else {
                assertThat(ObjectHeaderPrefix.decode(reader(address)).times() != null)
                        .as(where)
                        .isEqualTo(kind == Kind.WITH_TIMES);
            }
        }
    }

    /** The comment messages, whose bodies are not interpreted. */
    private static List<LiveMessage> comments(ObjectHeader header) {
        return header.messages(MessageType.OBJECT_COMMENT);
    }

    /** Bytes that differ from those of other steps. */
    private static byte[] body(int step, int length) {
        byte[] body = new byte[length];
        for (int i = 0; i < length; i++) {
            body[i] = (byte) (i < 4 ? step >>> 8 * i : step + i);
        }
        return body;
    }

    @ParameterizedTest
    @EnumSource
    void randomEditsBesideAList(Kind kind) throws IOException {
        for (long seed : Seeds.range(1, 4)) {
            File file = new File(kind);
            Random random = new Random(seed);
            ObjectStore store = file.store();
            long address = file.create(store, List.of()).address();
            List<byte[]> model = new ArrayList<>();
            for (int step = 0; step < 700; step++) {
                String where = kind + ", " + Seeds.name(seed) + ", step " + step;
                ObjectHeader header = store.header(address);
                boolean growing = step / 150 % 2 == 0;
                int length = 4 + random.nextInt(random.nextInt(40) == 0 ? 30_000 : 120);
                int what = random.nextInt(10);
                List<LiveMessage> present = comments(header);
                if (present.isEmpty() || what < (growing ? 6 : 2)) {
                    byte[] body = body(step, length);
                    header.add(MessageType.OBJECT_COMMENT, 0, body, random.nextInt(50));
                    model.add(body);
                } else {
                    LiveMessage victim = present.get(random.nextInt(present.size()));
                    byte[] before = victim.bytes();
                    model.removeIf(body -> Arrays.equals(file.padded(body), before));
                    if (what < 8) {
                        header.remove(victim);
                    } else {
                        byte[] body = body(step, length);
                        header.replace(victim, MessageType.OBJECT_COMMENT, body);
                        model.add(body);
                    }
                }
                if (random.nextInt(5) == 0) {
                    file.block();
                }
                if (step % 10 == 0 || step % 150 > 140) {
                    file.check(store, address, model, where);
                    store = step % 20 == 0 ? file.store() : store;
                }
            }
            for (LiveMessage message : comments(store.header(address))) {
                store.header(address).remove(message);
            }
            file.check(store, address, List.of(), kind + ", " + Seeds.name(seed) + ", emptied");
            assertThat(store.header(address).bytesHeld()).isLessThan(1_100);
        }
    }

    /** The field with the size of chunk 0 becomes wider in place, and the messages move up. */
    @Test
    void theFirstChunkGrowsPast255And65535Bytes() throws IOException {
        for (Kind kind : new Kind[] {Kind.VERSION_2, Kind.WITH_TIMES, Kind.WITH_CREATION_ORDER, Kind.VERSION_1}) {
            File file = new File(kind);
            ObjectStore store = file.store();
            ObjectHeader header = file.create(store, List.of());
            List<byte[]> model = new ArrayList<>();
            int[] widths = new int[9];
            for (int step = 0; step < 40; step++) {
                byte[] body = body(step, step < 30 ? 17 : 9_001);
                header.add(MessageType.OBJECT_COMMENT, 0, body, 0);
                model.add(body);
                file.check(store, header.address(), model, kind + ", step " + step);
                if (kind != Kind.VERSION_1) {
                    widths[
                            ObjectHeaderPrefix.decode(file.reader(header.address()))
                                    .sizeFieldWidth()]++;
                }
                assertThat(chunks(header)).as("chunks, step " + step).isOne();
            }
            if (kind != Kind.VERSION_1) {
                assertThat(widths[1]).isPositive();
                assertThat(widths[2]).isPositive();
                assertThat(widths[4]).isPositive();
            }
        }
    }

    /** The messages of the last chunk find room in several others. */
    @Test
    void theLastChunkIsDrawnBackIntoAllThatHaveRoom() throws IOException {
        File file = new File(Kind.VERSION_2);
        ObjectStore store = file.store();
        ObjectHeader header = file.create(store, List.of());
        List<LiveMessage> messages = new ArrayList<>();
        for (int step = 0; step < 12; step++) {
            messages.add(header.add(MessageType.OBJECT_COMMENT, 0, body(step, 60), step % 3 == 0 ? 130 : 0));
            file.block();
        }
        int before = chunks(header);
        for (int i = 0; i < 12; i += 2) {
            header.remove(messages.get(i));
        }
        List<byte[]> left = new ArrayList<>();
        for (int i = 1; i < 12; i += 2) {
            left.add(body(i, 60));
        }
        file.check(store, header.address(), left, "half");
        assertThat(chunks(header)).isLessThan(before);
        for (int i = 1; i < 9; i += 2) {
            header.remove(messages.get(i));
        }
        file.check(store, header.address(), left.subList(4, 6), "two");
        assertThat(chunks(header)).isEqualTo(2);
    }

    private static int chunks(ObjectHeader header) {
        int[] chunks = {0};
        header.forEachChunk((at, length) -> chunks[0]++);
        return chunks[0];
    }

    @Test
    void timesOfChanges() throws IOException {
        File file = new File(Kind.WITH_TIMES);
        ObjectStore store = file.store();
        ObjectHeader header = file.create(store, List.of());
        file.seconds += 77;
        header.add(MessageType.OBJECT_COMMENT, 0, body(1, 4), 0);
        header.setLinkCount(2);
        file.write(store);
        ObjectTimes times =
                ObjectHeaderPrefix.decode(file.reader(header.address())).times();
        assertThat(times).isEqualTo(new ObjectTimes(1_000_000_077, 1_000_000_000, 1_000_000_077, 1_000_000_000));
        file.seconds += 1;
        header.setLinkCount(1); // does not change the object
        file.write(store);
        assertThat(ObjectHeaderPrefix.decode(file.reader(header.address())).times())
                .isEqualTo(times);
    }

    @Test
    void timesOfChangesInMessages() throws IOException {
        File file = new File(Kind.VERSION_1);
        ObjectStore store = file.store();
        byte[] modern = store.encode(new ModificationTime(5)::encode);
        byte[] old = store.encode(new OldModificationTime(LocalDateTime.of(1999, 12, 31, 23, 59, 59))::encode);
        ObjectHeader one = file.create(store, List.of(new NewMessage(MessageType.MODIFICATION_TIME, 0, modern)));
        ObjectHeader other = file.create(store, List.of(new NewMessage(MessageType.MODIFICATION_TIME_OLD, 0, old)));
        ObjectHeader none = file.create(store, List.of());
        for (ObjectHeader header : List.of(one, other, none)) {
            header.add(MessageType.OBJECT_COMMENT, 0, body(1, 4), 0);
        }
        assertThat(ModificationTime.decode(
                        one.find(MessageType.MODIFICATION_TIME).body(FieldSizes.EIGHT, "time")))
                .isEqualTo(new ModificationTime(1_000_000_000));
        assertThat(OldModificationTime.decode(
                        other.find(MessageType.MODIFICATION_TIME_OLD).body(FieldSizes.EIGHT, "time")))
                .isEqualTo(new OldModificationTime(LocalDateTime.of(2001, 9, 9, 1, 46, 40)));
        assertThat(none.count(MessageType.MODIFICATION_TIME)).isZero();
    }

    @Test
    void aVersion1HeaderHasAtMost65535Messages() throws IOException {
        File file = new File(Kind.VERSION_1);
        int messages = 65_520;
        FieldWriter out = new FieldWriter(FieldSizes.EIGHT);
        new ObjectHeaderPrefixV1(messages, 1, 8L * messages).encode(out);
        for (int i = 0; i < messages; i++) {
            out.u16(MessageType.OBJECT_COMMENT.number()).u16(0).zeros(4); // size and flags 0
        }
        long address = file.space.allocate(AllocationType.OBJECT_HEADER, out.position());
        file.storage.resize(file.space.endOfAllocation());
        file.storage.write(address, ByteBuffer.wrap(out.toByteArray()));
        ObjectHeader header = file.store().header(address);
        assertThatThrownBy(header::checkCanGrow)
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContainingAll("65520 messages", "65535");
        header.remove(comments(header).get(0));
        header.remove(comments(header).get(0));
        assertThat(header.count(MessageType.OBJECT_COMMENT)).isEqualTo(messages - 2);
        header.checkCanGrow();
    }
}
