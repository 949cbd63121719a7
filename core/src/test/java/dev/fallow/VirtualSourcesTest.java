package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.VirtualSource.State;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sources of virtual datasets: which are there, what contradicts them, those that are being edited, and those of other datatypes. */
class VirtualSourcesTest {
    private static final Datatype INT = FixedPoint.INT32;
    private static final DatasetOptions FILL = DatasetOptions.defaults().withFillValue(-1);

    @TempDir
    private Path folder;

    private static Selection part(long start, long count) {
        return Selection.block(new long[] {start}, new long[] {count});
    }

    private static VirtualMapping whole(String file, long start, long count) {
        return VirtualMapping.ofWhole(file, "/d", part(start, count));
    }

    private void source(String name, Object elements) {
        try (ContainerFile file = ContainerFile.create(folder.resolve(name))) {
            file.root().createDataset("d", elements);
        }
    }

    private ContainerFile inMemory() {
        return ContainerFile.createInMemory(CreateOptions.defaults());
    }

    private static VirtualSource source(String file, State state) {
        return new VirtualSource(file, "/d", state, state.ordinal() < 2 ? Optional.of(INT) : Optional.empty());
    }

    @Test
    void eachSourceIsToldOnce() throws Exception {
        source("here.h5", new int[] {1, 2});
        Files.write(folder.resolve("text.h5"), new byte[100]);
        Hyperslab blocks =
                new Hyperslab(new long[] {0}, new long[] {2}, new long[] {Selection.UNLIMITED}, new long[] {2});
        List<VirtualMapping> mappings = List.of(
                whole("not.h5", 0, 2),
                whole("here.h5", 2, 2),
                whole("text.h5", 4, 2),
                whole("here.h5", 6, 2),
                whole("../outside.h5", 8, 2),
                VirtualMapping.ofWhole("here.h5", "/other", part(10, 2)));
        try (ContainerFile file = ContainerFile.create(folder.resolve("v.h5"))) {
            Dataset dataset = file.root().createVirtualDataset("v", INT, new long[] {12}, mappings, FILL);
            assertThat(dataset.virtualSources())
                    .containsExactly(
                            source("not.h5", State.MISSING),
                            source("here.h5", State.PRESENT),
                            source("text.h5", State.UNREADABLE),
                            source("../outside.h5", State.UNREADABLE),
                            new VirtualSource("here.h5", "/other", State.MISSING, Optional.empty()));
            assertThat(dataset.virtualSources(Selection.of("2:4"))).containsExactly(source("here.h5", State.PRESENT));
            assertThat(dataset.virtualSources(Selection.points(new long[] {4}, new long[] {1})))
                    .containsExactly(source("not.h5", State.MISSING), source("text.h5", State.UNREADABLE));
            source("not.h5", new int[] {7, 8});
            assertThat(dataset.virtualSources().get(0)).isEqualTo(source("not.h5", State.PRESENT));

            DatasetOptions unlimited = FILL.withMaxDimensions(-1);
            Dataset many = file.root()
                    .createVirtualDataset(
                            "many",
                            INT,
                            new long[] {0},
                            List.of(VirtualMapping.ofWhole("s%b.h5", "/d", blocks)),
                            unlimited);
            assertThat(many.virtualSources()).containsExactly(source("s0.h5", State.MISSING));
            assertThat(many.virtualSources(Selection.of(":"))).containsExactly(source("s0.h5", State.MISSING));
            source("s0.h5", new int[] {1, 2});
            source("s1.h5", new int[] {3, 4});
            source("s3.h5", new int[] {5, 6});
            assertThat(many.virtualSources())
                    .containsExactly(source("s0.h5", State.PRESENT), source("s1.h5", State.PRESENT));

            assertThat(many.virtualSources(Selection.of("2:"))).containsExactly(source("s1.h5", State.PRESENT));

            file.root().createDataset("plain", new int[] {1});
            assertThat(file.dataset("/plain").virtualSources()).isEmpty();
        }
    }

    /** A virtual dataset that is a source is not complete without its own sources; nor if it is a source of itself. */
    @Test
    void sourcesOfSources() {
        try (ContainerFile file = inMemory()) {
            file.root()
                    .createVirtualDataset(
                            "d", INT, new long[] {2}, List.of(VirtualMapping.ofWhole(".", "/e", part(0, 2))));
            Dataset outer = file.root().createVirtualDataset("v", INT, new long[] {2}, List.of(whole(".", 0, 2)), FILL);
            assertThat(outer.virtualSources()).containsExactly(source(".", State.INCOMPLETE));
            file.root().createDataset("e", new int[] {3, 4});
            assertThat(outer.virtualSources()).containsExactly(source(".", State.PRESENT));
            assertThat((int[]) outer.read()).containsExactly(3, 4);
            file.delete("/e");
            file.root().createVirtualDataset("e", INT, new long[] {2}, List.of(whole(".", 0, 2)));
            assertThat(outer.virtualSources()).containsExactly(source(".", State.INCOMPLETE));
            assertThatThrownBy(outer::read).isInstanceOf(CorruptFileException.class);
        }
    }

    @Test
    void whatContradictsASourceIsNotCreated() {
        source("s.h5", new int[5]);
        source("two.h5", new int[2][3]);
        source("null.h5", new Empty(INT));
        Object[][] cases = {
            {whole("s.h5", 0, 4), "4 elements of the virtual dataset, but 5 of the source", "s.h5: /d"},
            {
                new VirtualMapping("s.h5", "/d", part(3, 4), part(0, 4)),
                "index 6 of dimension 0, which has at most 5 elements",
                "s.h5: /d"
            },
            {
                new VirtualMapping("two.h5", "/d", part(0, 4), part(0, 4)),
                "a source of 2 dimensions for a selection of 1",
                "two.h5: /d"
            },
            {whole("null.h5", 0, 4), "null dataspace", "null.h5: /d"},
            {whole("50%.h5", 0, 4), "expected %b, or %% for a percent sign", "\"50%.h5\""},
        };
        Path path = folder.resolve("v.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            file.flush();
            long length = path.toFile().length();
            for (Object[] each : cases) {
                List<VirtualMapping> mappings = List.of(whole("later.h5", 5, 5), (VirtualMapping) each[0]);
                assertThatThrownBy(() -> file.root().createVirtualDataset("v", INT, new long[] {10}, mappings))
                        .isInstanceOf(WrongTypeException.class)
                        .hasMessageContainingAll("/v, mapping 1", (String) each[1], (String) each[2]);
                assertThat(file.exists("/v")).isFalse();
            }
            file.flush();
            assertThat(path.toFile()).hasSize(length);
        }
    }

    /** It may have the elements later. */
    @Test
    void aSourceThatCanGrowMayBeTooShort() {
        try (ContainerFile file = inMemory()) {
            DatasetOptions growing = DatasetOptions.defaults().withChunks(4).withMaxDimensions(6);
            Dataset source = file.root().createDataset("d", INT, new long[] {2}, new int[] {1, 2}, growing);
            List<VirtualMapping> mappings = List.of(new VirtualMapping(".", "/d", part(0, 6), part(0, 6)));
            Dataset dataset = file.root().createVirtualDataset("v", INT, new long[] {6}, mappings, FILL);
            assertThat((int[]) dataset.read()).containsExactly(1, 2, -1, -1, -1, -1);
            source.append(0, new int[] {3});
            assertThat((int[]) dataset.read()).containsExactly(1, 2, 3, -1, -1, -1);
            List<VirtualMapping> beyond = List.of(new VirtualMapping(".", "/d", part(1, 6), part(0, 6)));
            assertThatThrownBy(() -> file.root().createVirtualDataset("w", INT, new long[] {6}, beyond))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("at most 6 elements");
        }
    }

    /** Each operation reads the last commit. */
    @Test
    void aSourceThatIsBeingEdited() {
        source("s.h5", new int[] {1, 2});
        Path path = folder.resolve("v.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            file.root()
                    .createVirtualDataset(
                            "v", INT, new long[] {4}, List.of(whole("s.h5", 0, 2), whole("new.h5", 2, 2)), FILL);
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            Dataset dataset = file.dataset("/v");
            assertThat((int[]) dataset.read()).containsExactly(1, 2, -1, -1);
            try (ContainerFile edited = ContainerFile.open(folder.resolve("s.h5"));
                    ContainerFile created = ContainerFile.create(folder.resolve("new.h5"))) {
                assertThat((int[]) dataset.read()).containsExactly(1, 2, -1, -1);
                edited.delete("/d");
                edited.root().createDataset("d", new int[] {3, 4});
                created.root().createDataset("d", new int[] {5, 6});
                assertThat((int[]) dataset.read()).containsExactly(1, 2, -1, -1);
                edited.flush();
                assertThat((int[]) dataset.read()).containsExactly(3, 4, -1, -1);
                created.flush();
                assertThat((int[]) dataset.read()).containsExactly(3, 4, 5, 6);
                assertThat(dataset.virtualSources())
                        .containsExactly(source("s.h5", State.PRESENT), source("new.h5", State.PRESENT));
                edited.delete("/d");
                edited.flush();
                assertThat((int[]) dataset.read()).containsExactly(-1, -1, 5, 6);
                edited.root().createDataset("d", new int[] {7, 8});
            }
            assertThat((int[]) dataset.read()).containsExactly(7, 8, 5, 6); // what closing has committed
        }
    }

    /** Two files of which each is edited and has the other as a source. */
    @Test
    void aSourceThatIsBeingEditedAndRefersBack() {
        try (ContainerFile a = ContainerFile.create(folder.resolve("a.h5"));
                ContainerFile b = ContainerFile.create(folder.resolve("b.h5"))) {
            a.root().createDataset("d", new int[] {1, 2});
            b.root().createVirtualDataset("d", INT, new long[] {2}, List.of(whole("a.h5", 0, 2)));
            b.flush();
            Dataset dataset = a.root().createVirtualDataset("v", INT, new long[] {2}, List.of(whole("b.h5", 0, 2)));
            assertThat((int[]) dataset.read()).containsExactly(1, 2); // its own changes, as always
            a.delete("/d");
            a.root().rename("/v", "d");
            assertThatThrownBy(a.dataset("/d")::read)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("has itself as a source");
        }
    }

    @Test
    void elementsThatDoNotFitAreRoundedOnRequest() {
        try (ContainerFile file = inMemory()) {
            file.root().createDataset("d", new double[] {1, 0.5, -1.9, 3e9, Double.NaN, Double.NEGATIVE_INFINITY});
            Dataset dataset = file.root()
                    .createVirtualDataset(
                            "v",
                            INT,
                            new long[] {2, 6},
                            List.of(VirtualMapping.ofWhole(".", "/d", Selection.of("1, :"))));
            Selection all = Selection.all();
            assertThatThrownBy(dataset::read)
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContainingAll(
                            "/v, element [1, 1]: 0.5 of the source ", ": /d, float64,", "int32", "Conversion.ROUNDING");
            assertThatThrownBy(() -> dataset.read(Selection.of("1, 2::2"), double[].class))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("/v, element [1, 2]: -1.9");
            int[] expected = {1, 0, -1, Integer.MAX_VALUE, 0, Integer.MIN_VALUE};
            assertThat(dataset.read(Selection.of("1, :"), int[].class, Conversion.ROUNDING))
                    .isEqualTo(expected);
            assertThat(dataset.read(all, int[][].class, Conversion.ROUNDING)[1]).isEqualTo(expected);
            assertThat(dataset.read(Selection.of("1, 1:3"), double[].class, Conversion.ROUNDING))
                    .containsExactly(0, -1);
            assertThat(dataset.read(Selection.of("1, 2:4"), RawElements.class, Conversion.ROUNDING)
                            .bytes())
                    .containsExactly(-1, -1, -1, -1, -1, -1, -1, 127);
            int[] target = new int[12];
            dataset.readInto(all, target, Conversion.ROUNDING);
            assertThat(target).endsWith(expected);

            Dataset outer = file.root()
                    .createVirtualDataset(
                            "outer",
                            FixedPoint.UINT8,
                            new long[] {12},
                            List.of(new VirtualMapping(
                                    ".", "/v", Selection.block(new long[] {1, 0}, new long[] {1, 6}), part(6, 6))));
            assertThat(outer.read(Selection.of("6:"), int[].class, Conversion.ROUNDING))
                    .containsExactly(1, 0, 0, 255, 0, 0);
            assertThatThrownBy(outer::read)
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("/v, element [1, 1]: 0.5");
        }
    }

    @Test
    void integersOfOtherSignsAreLimited() {
        try (ContainerFile file = inMemory()) {
            file.root().createDataset("d", new long[] {-1, 5, Long.MAX_VALUE});
            file.root()
                    .createDataset(
                            "u",
                            FixedPoint.UINT64,
                            new long[] {3},
                            new long[] {-1, 5, Long.MAX_VALUE},
                            DatasetOptions.defaults());
            file.root().createDataset("i", new int[] {-1, 5, 300});
            file.root().createDataset("b", new byte[] {-1, 5, 127});
            Object[][] cases = {
                {"/d", FixedPoint.UINT64, new long[] {0, 5, Long.MAX_VALUE}},
                {"/u", FixedPoint.INT64, new long[] {Long.MAX_VALUE, 5, Long.MAX_VALUE}},
                {"/u", FixedPoint.UINT8, new long[] {255, 5, 255}},
                {"/d", FixedPoint.INT8, new long[] {-1, 5, 127}},
                {"/i", FixedPoint.UINT64, new long[] {0, 5, 300}},
                {"/i", FixedPoint.UINT8, new long[] {0, 5, 255}},
                {"/b", FixedPoint.UINT8, new long[] {0, 5, 127}},
                {"/b", FixedPoint.UINT64, new long[] {0, 5, 127}},
            };
            for (int i = 0; i < cases.length; i++) {
                VirtualMapping mapping = VirtualMapping.ofWhole(".", (String) cases[i][0], part(0, 3));
                Dataset dataset = file.root()
                        .createVirtualDataset("v" + i, (Datatype) cases[i][1], new long[] {3}, List.of(mapping));
                assertThatThrownBy(dataset::read).as("case " + i).isInstanceOf(WrongTypeException.class);
                assertThat(dataset.read(Selection.all(), long[].class, Conversion.ROUNDING))
                        .as("case " + i)
                        .isEqualTo(cases[i][2]);
            }
            Dataset single = file.root()
                    .createVirtualDataset(
                            "f",
                            FloatingPoint.FLOAT32,
                            new long[] {2},
                            List.of(new VirtualMapping(".", "/x", part(0, 2), part(0, 2))));
            file.root().createDataset("x", new double[] {0.1, 1e300});
            assertThatThrownBy(single::read).isInstanceOf(WrongTypeException.class);
            assertThat(single.read(Selection.all(), float[].class, Conversion.ROUNDING))
                    .containsExactly(0.1f, Float.POSITIVE_INFINITY);
        }
    }

    /** Rounded once: by way of a double, these numbers would become halves, which are rounded to even. */
    @Test
    void integersThatAreNoFloatsAreRefusedOrRoundedOnce() {
        long aboveHalf = (1L << 62) + (1L << 38) + 1;
        try (ContainerFile file = inMemory()) {
            file.root().createDataset("d", new long[] {1L << 40, aboveHalf, -aboveHalf});
            DatasetOptions unsigned = DatasetOptions.defaults().withType(FixedPoint.UINT64);
            file.root().createDataset("u", new long[] {5, 2 * aboveHalf, -1}, unsigned);
            List<VirtualMapping> signed = List.of(VirtualMapping.ofWhole(".", "/d", part(0, 3)));
            List<VirtualMapping> large = List.of(VirtualMapping.ofWhole(".", "/u", part(0, 3)));
            Dataset single = file.root().createVirtualDataset("f", FloatingPoint.FLOAT32, new long[] {3}, signed);
            Dataset twice = file.root().createVirtualDataset("g", FloatingPoint.FLOAT32, new long[] {3}, large);
            Dataset exact = file.root().createVirtualDataset("e", FloatingPoint.FLOAT64, new long[] {3}, signed);
            assertThatThrownBy(single::read)
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("/f, element [1]: 4611686293305294849 of the source");
            assertThatThrownBy(twice::read)
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("/g, element [1]: 9223372586610589698 of the source");
            assertThatThrownBy(exact::read)
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("/e, element [1]");
            assertThat(exact.read(Selection.of(":1"), double[].class)).containsExactly(0x1p40);
            assertThat(single.read(Selection.all(), float[].class, Conversion.ROUNDING))
                    .containsExactly(0x1p40f, 0x1.000002p62f, -0x1.000002p62f);
            assertThat(twice.read(Selection.all(), float[].class, Conversion.ROUNDING))
                    .containsExactly(5, 0x1.000002p63f, 0x1p64f);
        }
    }
}
