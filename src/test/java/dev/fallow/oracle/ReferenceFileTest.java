package dev.fallow.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.oracle.snapshot.Snapshot;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.ReferenceType.ArrayType;
import dev.fallow.oracle.type.ReferenceType.BitField;
import dev.fallow.oracle.type.ReferenceType.Compound;
import dev.fallow.oracle.type.ReferenceType.Enumeration;
import dev.fallow.oracle.type.ReferenceType.Floating;
import dev.fallow.oracle.type.ReferenceType.Int;
import dev.fallow.oracle.type.ReferenceType.Member;
import dev.fallow.oracle.type.ReferenceType.Opaque;
import dev.fallow.oracle.type.ReferenceType.VariableLength;
import dev.fallow.oracle.type.ReferenceType.VariableString;
import dev.fallow.oracle.type.StringPadding;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@NeedsReference
class ReferenceFileTest {
    private static final long[] SCALAR = {};
    private static final List<ByteOrder> ORDERS = List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);

    @TempDir
    Path folder;

    @Test
    void itIsTheRealLibrary() {
        assertThat(ReferenceFile.libraryVersion()).isEqualTo("1.14.3");
    }

    @ParameterizedTest
    @EnumSource(
            value = StorageKind.class,
            names = {"CONTIGUOUS", "COMPACT"})
    void integersOfEveryWidthSignAndOrder(StorageKind storage) {
        long[] dimensions = {2, 2};
        Object[] written = {
            new byte[] {-1, 2, 127, -128},
            new short[] {-1, 2, 32767, -32768},
            new int[] {-1, 2, Integer.MAX_VALUE, Integer.MIN_VALUE},
            new long[] {-1, 2, Long.MAX_VALUE, Long.MIN_VALUE}
        };
        Object[] asUnsigned = {
            new short[] {255, 2, 127, 128},
            new int[] {65535, 2, 32767, 32768},
            new long[] {0xFFFFFFFFL, 2, 0x7FFFFFFFL, 0x80000000L},
            written[3]
        };
        Path path = folder.resolve("integers.h5");
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.defaults())) {
            forEachInteger(
                    (name, type) -> file.createDataset(name, type, dimensions, written[log2(type.size())], storage));
        }
        try (ReferenceFile file = ReferenceFile.open(path, false)) {
            forEachInteger((name, type) -> {
                Object[] expected = type.signed() ? written : asUnsigned;
                assertThat(file.read(name)).as(name).isEqualTo(expected[log2(type.size())]);
                assertThat(file.type(name)).isEqualTo(type);
                assertThat(file.dimensions(name)).isEqualTo(dimensions);
                assertThat(file.storage(name)).isEqualTo(storage);
            });
            assertThat(file.readLongs("/i1LITTLE_ENDIAN")).containsExactly(-1, 2, 127, -128);
            assertThat(file.readDoubles("/u2BIG_ENDIAN")).containsExactly(65535, 2, 32767, 32768);
        }
    }

    @Test
    void floatingPointNumbersOfEveryWidthAndOrder() {
        float[] written = {-0.0f, 1.5f, 65504f, Float.POSITIVE_INFINITY, -6.103515625e-5f};
        try (ReferenceFile file = create("floats.h5")) {
            for (ByteOrder order : ORDERS) {
                for (int size : new int[] {2, 4, 8}) {
                    String name = "/f" + size + order;
                    Floating type = ReferenceType.floating(size, order);
                    file.createDataset(name, type, new long[] {5}, written);
                    assertThat(file.type(name)).isEqualTo(type);
                    assertThat(file.readDoubles(name))
                            .containsExactly(-0.0, 1.5, 65504, Double.POSITIVE_INFINITY, -6.103515625e-5);
                    assertThat(file.read(name)).isInstanceOf(size == 8 ? double[].class : float[].class);
                }
            }
        }
    }

    @Test
    void integersOfFewerBitsAndFloatsOfOtherLayouts() {
        Int twelve = new Int(2, true, ByteOrder.BIG_ENDIAN, 12, 3);
        Floating brain = new Floating(2, ByteOrder.LITTLE_ENDIAN, 8, 7, 127);
        try (ReferenceFile file = create("odd.h5")) {
            file.createDataset("/i12", twelve, new long[] {3}, new int[] {-2048, 2047, -1});
            file.createDataset("/bf16", brain, new long[] {2}, new float[] {-1.5f, 1e38f});

            assertThat(file.type("/i12")).isEqualTo(twelve);
            assertThat(file.read("/i12")).isEqualTo(new short[] {-2048, 2047, -1});
            assertThat(file.type("/bf16")).isEqualTo(brain);
            assertThat(file.readDoubles("/bf16")[0]).isEqualTo(-1.5);
            assertThat(file.readDoubles("/bf16")[1]).isBetween(0.99e38, 1.01e38);
        }
    }

    @ParameterizedTest
    @EnumSource(StringPadding.class)
    void fixedStrings(StringPadding padding) {
        ReferenceType type = ReferenceType.fixedString(6, padding, true);
        try (ReferenceFile file = create("strings.h5")) {
            file.createDataset("/s", type, new long[] {3}, new String[] {"", "abc", "gr\u00fcn"});

            assertThat(file.read("/s")).isEqualTo(new String[] {"", "abc", "gr\u00fcn"});
            assertThat(file.type("/s")).isEqualTo(type);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> file.createDataset("/t", type, SCALAR, "seven b"))
                    .withMessageContaining("7 bytes");
        }
    }

    @Test
    void scalarsNullsAndEmptyDimensions() {
        try (ReferenceFile file = create("shapes.h5")) {
            file.createDataset("/scalar", ReferenceType.int32(), SCALAR, 42);
            file.createDataset("/null", ReferenceType.int32(), null, null, StorageKind.COMPACT);
            file.createDataset("/empty", ReferenceType.int32(), new long[] {0, 3}, new int[0]);

            assertThat(file.dimensions("/scalar")).isEmpty();
            assertThat(file.read("/scalar")).isEqualTo(new int[] {42});
            assertThat(file.dimensions("/null")).isNull();
            assertThat(file.read("/null")).isNull();
            assertThat(file.dimensions("/empty")).containsExactly(0, 3);
            assertThat(file.read("/empty")).isEqualTo(new int[0]);
        }
    }

    @Test
    void structuredTypes() {
        Enumeration colour = new Enumeration(
                ReferenceType.signed(2, ByteOrder.BIG_ENDIAN), Map.of("red", -1L, "green", 2L, "blue", 300L));
        Compound type = new Compound(
                64,
                List.of(
                        new Member("id", 0, ReferenceType.unsigned(8, ByteOrder.LITTLE_ENDIAN)),
                        new Member("colour", 8, colour),
                        new Member("point", 10, ArrayType.of(ReferenceType.float32(), 2, 1)),
                        new Member("name", 18, new VariableString(StringPadding.NULL_TERMINATED, true)),
                        new Member("tail", 34, new VariableLength(ReferenceType.int16())),
                        new Member("raw", 50, new Opaque(3, "three bytes")),
                        new Member("bits", 53, new BitField(2, ByteOrder.BIG_ENDIAN, 16, 0)),
                        new Member("code", 55, ReferenceType.fixedString(4))));
        Map<String, Object> value = Map.of(
                "id",
                new BigInteger("18446744073709551615"),
                "colour",
                300L,
                "point",
                List.of(1.5, -2.0),
                "name",
                "gr\u00fcn",
                "tail",
                List.of(1L, -2L, 3L),
                "raw",
                "0x0102ff",
                "bits",
                0xF00FL,
                "code",
                "abc");
        try (ReferenceFile file = create("structured.h5")) {
            file.createDataset("/d", type, new long[] {2}, List.of(value, value));
            file.attributes("/d").create("a", type, value);
            file.commitType("/t", type);

            assertThat(file.type("/d")).isEqualTo(type);
            assertThat(file.type("/t")).isEqualTo(type);
            assertThat(file.read("/d")).isEqualTo(new Object[] {value, value});
            assertThat(file.attributes("/d").read("a")).isEqualTo(new Object[] {value});
        }
    }

    @Test
    void unwrittenDatasetsHaveTheirPlace() {
        try (ReferenceFile file = create("early.h5")) {
            long first = file.allocateDataset("/a", ReferenceType.int8(), 5000);
            long second = file.allocateDataset("/b", ReferenceType.int8(), 5000);

            assertThat(first).isPositive();
            assertThat(second).isGreaterThanOrEqualTo(first + 5000);
            assertThat(file.storageSize("/a")).isEqualTo(5000);
            file.createDataset("/c", ReferenceType.int8(), new long[] {3}, new byte[3], StorageKind.COMPACT);
            assertThat(file.offset("/c")).isEqualTo(-1);
            file.createChunkedDataset(
                    "/d", ReferenceType.int32(), new long[] {5}, new long[] {2}, new int[] {1, 2, 3, 4, 5});
            assertThat(file.storage("/d")).isEqualTo(StorageKind.CHUNKED);
            assertThat(file.read("/d")).isEqualTo(new int[] {1, 2, 3, 4, 5});
            file.write("/d", new int[] {5, 4, 3, 2, 1});
            assertThat(file.read("/d")).isEqualTo(new int[] {5, 4, 3, 2, 1});
        }
    }

    @Test
    void attributesAreCreatedReadReplacedRenamedAndDeleted() {
        try (ReferenceFile file = create("attributes.h5")) {
            file.createGroup("/g");
            ReferenceAttributes attributes = file.attributes("/g");
            attributes.create("numbers", ReferenceType.int16(), new long[] {3}, new short[] {1, 2, 3});
            attributes.create("caf\u00e9", ReferenceType.fixedString(8), "text");
            attributes.create("nothing", ReferenceType.int8(), null, null);

            assertThat(attributes.names()).containsExactly("caf\u00e9", "nothing", "numbers");
            assertThat(attributes.read("numbers")).isEqualTo(new short[] {1, 2, 3});
            assertThat(attributes.read("caf\u00e9")).isEqualTo(new String[] {"text"});
            assertThat(attributes.read("nothing")).isNull();
            assertThat(attributes.type("numbers")).isEqualTo(ReferenceType.int16());
            assertThat(attributes.dimensions("numbers")).containsExactly(3);

            attributes.write("numbers", new short[] {4, 5, 6});
            attributes.rename("numbers", "digits");
            attributes.delete("nothing");
            assertThat(attributes.names()).containsExactly("caf\u00e9", "digits");
            assertThat(attributes.read("digits")).isEqualTo(new short[] {4, 5, 6});
        }
    }

    @Test
    void linksOfEveryKindInEveryOrder() {
        try (ReferenceFile file = ReferenceFile.create(
                folder.resolve("links.h5"), ReferenceOptions.defaults().trackCreationOrder(true))) {
            file.createGroup("/z");
            file.createDataset("/z/d", ReferenceType.int8(), SCALAR, 1);
            file.createHardLink("/z/d", "/hard");
            file.createHardLink("/", "/z/loop");
            file.createSoftLink("/nowhere", "/soft");
            file.createExternalLink("other.h5", "/there", "/external");
            file.commitType("/type", ReferenceType.float64());

            assertThat(file.list(LinkOrder.NAME))
                    .containsExactly(
                            new ReferenceEntry("/external", ObjectKind.EXTERNAL_LINK, "other.h5:/there"),
                            new ReferenceEntry("/hard", ObjectKind.DATASET, null),
                            new ReferenceEntry("/soft", ObjectKind.SOFT_LINK, "/nowhere"),
                            new ReferenceEntry("/type", ObjectKind.DATATYPE, null),
                            new ReferenceEntry("/z", ObjectKind.GROUP, null),
                            new ReferenceEntry("/z/d", ObjectKind.SAME_OBJECT, "/hard"),
                            new ReferenceEntry("/z/loop", ObjectKind.SAME_OBJECT, "/"));
            assertThat(file.list(LinkOrder.CREATION).stream().map(ReferenceEntry::path))
                    .containsExactly("/z", "/z/d", "/z/loop", "/hard", "/soft", "/external", "/type");
            assertThat(file.list(LinkOrder.NATIVE)).hasSize(7);
            assertThat(file.referenceCount("/hard")).isEqualTo(2);
            assertThat(file.headerAddress("/hard")).isEqualTo(file.headerAddress("/z/d"));

            file.move("/hard", "/z/moved");
            file.copy("/z", "/copy");
            file.delete("/z/d");
            assertThat(file.exists("/hard")).isFalse();
            assertThat(file.exists("/hard/below")).isFalse();
            assertThat(file.exists("/soft")).isTrue();
            assertThat(file.referenceCount("/z/moved")).isEqualTo(1);
            assertThat(file.read("/copy/moved")).isEqualTo(new byte[] {1});
            assertThat(file.kind("/copy")).isEqualTo(ObjectKind.GROUP);
        }
    }

    @Test
    void errorsCarryTheLibrarysWords() throws IOException {
        Path text = Files.writeString(folder.resolve("text.h5"), "not HDF5 at all".repeat(100));
        assertThatExceptionOfType(ReferenceException.class)
                .isThrownBy(() -> ReferenceFile.open(text, false))
                .withMessageContaining("H5Fopen(" + text + ")")
                .withMessageContaining("#0 H5Fopen")
                .withMessageContaining("file signature not found");
        try (ReferenceFile file = create("errors.h5")) {
            file.createGroup("/g");
            assertThatExceptionOfType(ReferenceException.class)
                    .isThrownBy(() -> file.createGroup("/g"))
                    .withMessageContaining("name already exists");
            assertThatExceptionOfType(ReferenceException.class)
                    .isThrownBy(() -> file.delete("/missing"))
                    .withMessageContaining("H5Ldelete(/missing)");
            assertThatExceptionOfType(ReferenceException.class).isThrownBy(() -> file.read("/g"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> file.createDataset("/d", ReferenceType.int8(), new long[] {3}, new byte[2]))
                    .withMessageContaining("2 elements for a dataspace of 3");
            assertThatIllegalArgumentException().isThrownBy(() -> file.createGroup("/a\0b"));
        }
        assertThatExceptionOfType(ReferenceException.class)
                .isThrownBy(() -> create("errors.h5"))
                .withMessageContaining("File exists");
    }

    @Test
    void anObjectLeftOpenIsAnError() {
        ReferenceFile file = create("leak.h5");
        file.createGroup("/g");
        long before = Native.openObjects();
        Id forgotten = file.openObject("/g");

        assertThatThrownBy(file::close).isInstanceOf(AssertionError.class).hasMessageContaining("[/g]");
        assertThat(Native.openObjects()).as("the library closed both").isEqualTo(before - 1);
        assertThatExceptionOfType(ReferenceException.class).isThrownBy(forgotten::close);
    }

    @Test
    void noIdentifierStaysOpen() throws IOException {
        create("warm-up.h5").close();
        long before = Id.openCount();
        integersOfEveryWidthSignAndOrder(StorageKind.CONTIGUOUS);
        floatingPointNumbersOfEveryWidthAndOrder();
        fixedStrings(StringPadding.NULL_PADDED);
        structuredTypes();
        attributesAreCreatedReadReplacedRenamedAndDeleted();
        linksOfEveryKindInEveryOrder();
        errorsCarryTheLibrarysWords();
        Snapshot.of(folder.resolve("structured.h5"));

        assertThat(Id.openCount()).isEqualTo(before);
        assertThat(Native.openObjects()).isZero();
    }

    /** Object headers have the second in which they were made: both files are made in one. */
    @Test
    void theSameOperationsGiveTheSameBytes() throws IOException {
        byte[][] bytes = new byte[2][];
        long second;
        do {
            second = Instant.now().getEpochSecond();
            for (int i = 0; i < 2; i++) {
                bytes[i] = bytesOf(folder.resolve("same" + i + ".h5"));
            }
        } while (Instant.now().getEpochSecond() != second);
        assertThat(Arrays.mismatch(bytes[0], bytes[1])).isEqualTo(-1);
    }

    private static byte[] bytesOf(Path path) throws IOException {
        Files.deleteIfExists(path);
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.persistent())) {
            file.createGroup("/g");
            file.createDataset("/g/d", ReferenceType.int32(), new long[] {3}, new int[] {1, 2, 3});
            file.attributes("/g/d").create("a", ReferenceType.float64(), 0.5);
            file.createDataset("/e", ReferenceType.int8(), new long[] {100}, new byte[100]);
            file.delete("/e");
        }
        return Files.readAllBytes(path);
    }

    private ReferenceFile create(String name) {
        return ReferenceFile.create(folder.resolve(name), ReferenceOptions.defaults());
    }

    @FunctionalInterface
    private interface IntegerAction {
        void accept(String name, Int type);
    }

    private static void forEachInteger(IntegerAction action) {
        for (ByteOrder order : ORDERS) {
            for (int size = 1; size <= 8; size *= 2) {
                action.accept("/i" + size + order, ReferenceType.signed(size, order));
                action.accept("/u" + size + order, ReferenceType.unsigned(size, order));
            }
        }
    }

    private static int log2(int size) {
        return Integer.numberOfTrailingZeros(size);
    }
}
