package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fallow.type.CharacterSet;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.Enumeration;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.Opaque;
import dev.fallow.type.VariableLength;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A {@code String} with half of a surrogate pair has no form in UTF-8: it is refused as a value and as a name. */
class LoneSurrogatesTest {
    private static final String LONE = "a\ud800b";
    private static final Datatype VARIABLE = VariableLength.string(CharacterSet.UTF_8);
    private static final Datatype FIXED = Types.string(8);

    /** A record with a text. */
    record Named(int id, String name) {}

    @TempDir
    private Path folder;

    private Path path;

    @BeforeEach
    void create() {
        path = folder.resolve("texts.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            Group root = file.root();
            root.createDataset(
                    "variable", VARIABLE, new long[] {2}, new String[] {"x", "y"}, DatasetOptions.defaults());
            root.createDataset("fixed", FIXED, new long[] {2}, new String[] {"x", "y"}, DatasetOptions.defaults());
            root.createDataset("rows", new Named[] {new Named(1, "x")});
            root.createDataset(
                    "growing",
                    VARIABLE,
                    new long[] {0},
                    DatasetOptions.defaults().withChunks(4).withMaxDimensions(DatasetOptions.UNLIMITED));
            root.createAttribute("note", "x");
        }
    }

    /** Runs a change, which must be refused, and leave the bytes of the file as they are. */
    private AbstractThrowableAssert<?, ?> refused(Change change) throws Exception {
        byte[] before = Files.readAllBytes(path);
        AbstractThrowableAssert<?, ?> refusal;
        try (ContainerFile file = ContainerFile.open(path)) {
            ThrowingCallable call = () -> change.on(file.root());
            refusal = assertThatThrownBy(call);
        }
        assertThat(Files.readAllBytes(path)).isEqualTo(before);
        return refusal;
    }

    private void valueRefused(String object, Change change) throws Exception {
        refused(change)
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContainingAll(path.toString(), object, "a\\ud800b", "lone surrogate at index 1");
    }

    private void nameRefused(Change change) throws Exception {
        refused(change)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("a\\ud800b", "lone surrogate");
    }

    private interface Change {
        void on(Group root);
    }

    @Test
    void elements() throws Exception {
        for (String dataset : List.of("variable", "fixed")) {
            valueRefused(
                    "/" + dataset + ": element [1]",
                    root -> dataset(root, dataset).write(new String[] {"z", LONE}));
            valueRefused(
                    "/" + dataset,
                    root -> dataset(root, dataset).write(Selection.points(new long[] {1}), new String[] {LONE}));
        }
        valueRefused(
                "/rows: element [0], member name",
                root -> dataset(root, "rows").write(new Named[] {new Named(2, LONE)}));
        valueRefused(
                "/rows: element [0], member name",
                root -> dataset(root, "rows").write(List.of(Map.of("id", 2, "name", LONE))));
        valueRefused("/growing", root -> dataset(root, "growing").append(new String[] {LONE}));
        valueRefused("/growing", root -> {
            try (Appender rows = dataset(root, "growing").appender()) {
                rows.append(LONE);
            }
        });
    }

    @Test
    void newDatasetsAndAttributes() throws Exception {
        valueRefused("new", root -> root.createDataset("new", new String[] {"z", LONE}));
        valueRefused("new", root -> root.createDataset("new", LONE));
        DatasetOptions measured = DatasetOptions.defaults().withStringLength(0);
        valueRefused("new", root -> root.createDataset("new", new String[] {"z", LONE}, measured));
        valueRefused("new", root -> root.createDataset("new", new Named(1, LONE)));
        valueRefused(
                "new",
                root -> root.createDataset("new", FIXED, new long[] {1}, List.of(LONE), DatasetOptions.defaults()));
        valueRefused(
                "new",
                root -> root.createDataset(
                        "new",
                        FIXED,
                        new long[] {4},
                        DatasetOptions.defaults().withChunks(4).withFillValue(LONE)));
        valueRefused("attribute new", root -> root.createAttribute("new", LONE));
        valueRefused("attribute note", root -> root.putAttribute("note", LONE));
        valueRefused("attribute note", root -> root.putAttribute("note", VARIABLE, new long[0], LONE));
    }

    @Test
    void referencesToAttributes() throws Exception {
        refused(root -> root.createAttribute(
                        "to", Types.reference(), new long[0], new Reference.ToAttribute(root.address(), LONE)))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContainingAll(path.toString(), "attribute to");
    }

    @Test
    void namesOfObjectsAndAttributes() throws Exception {
        nameRefused(root -> root.createGroup(LONE));
        nameRefused(root -> root.createGroups(LONE));
        nameRefused(root -> root.createDataset(LONE, 1));
        nameRefused(root -> root.commitDatatype(LONE, FIXED));
        nameRefused(root -> root.createSoftLink(LONE, "fixed"));
        nameRefused(root -> root.createSoftLink("link", LONE));
        nameRefused(root -> root.createExternalLink("link", LONE, "/"));
        nameRefused(root -> root.createExternalLink("link", "other.h5", LONE));
        nameRefused(root -> root.createHardLink(LONE, "fixed"));
        nameRefused(root -> root.rename("fixed", LONE));
        nameRefused(root -> root.move("fixed", "/" + LONE));
        nameRefused(root -> root.copyTo(root, "fixed", LONE));
        nameRefused(root -> root.createAttribute(LONE, 1));
        nameRefused(root -> root.putAttribute(LONE, 1));
        nameRefused(root -> root.createAttribute(LONE, FIXED, new long[0], "x"));
        nameRefused(root -> root.renameAttribute("note", LONE));
    }

    @Test
    void namesInDatatypesAndMappings() throws Exception {
        nameRefused(root -> Enumeration.of(FixedPoint.INT8, Map.of(LONE, 1L)));
        nameRefused(root -> Compound.packed(Map.of(LONE, FixedPoint.INT8)));
        nameRefused(root -> new Opaque(3, 4, LONE));
        nameRefused(root -> VirtualMapping.ofWhole(LONE, "/x", Selection.block(new long[] {0}, new long[] {1})));
        nameRefused(root -> VirtualMapping.ofWhole(".", LONE, Selection.block(new long[] {0}, new long[] {1})));
    }

    /** What is not UTF-8 in a file is read as lone surrogates of other numbers, and can be written back. */
    @Test
    void undecodableBytesAreNoSuchSurrogates() {
        try (ContainerFile file = ContainerFile.open(path)) {
            String[] texts = {"\udcff", "\ud83d\ude00\udc80"};
            dataset(file.root(), "variable").write(texts);
            dataset(file.root(), "fixed").write(texts);
            assertThat(dataset(file.root(), "variable").read(String[].class)).isEqualTo(texts);
            assertThat(dataset(file.root(), "fixed").read(String[].class)).isEqualTo(texts);
            file.root().createGroup("\udcff");
            assertThat(file.exists("\udcff")).isTrue();
        }
    }

    private static Dataset dataset(Group root, String name) {
        return root.dataset(name);
    }
}
