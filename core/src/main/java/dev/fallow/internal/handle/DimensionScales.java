package dev.fallow.internal.handle;

import dev.fallow.Attribute;
import dev.fallow.ContainerException;
import dev.fallow.CorruptFileException;
import dev.fallow.Dataset;
import dev.fallow.NoSuchObjectException;
import dev.fallow.Reference;
import dev.fallow.StoredObject;
import dev.fallow.Types;
import dev.fallow.internal.data.TypedValue;
import dev.fallow.internal.header.Change;
import dev.fallow.type.CharacterSet;
import dev.fallow.type.Compound;
import dev.fallow.type.Compound.Member;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedString;
import dev.fallow.type.StringPadding;
import dev.fallow.type.VariableLength;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The attributes that make dimension scales, in the types that libhdf5's high-level library gives them: of a scale, CLASS, NAME and
 * REFERENCE_LIST, the dimensions that it is attached to; of a dataset with scales, DIMENSION_LIST, the scales of each dimension, and
 * DIMENSION_LABELS.
 */
final class DimensionScales {
    static final String CLASS = "CLASS";
    static final String NAME = "NAME";
    private static final String SCALE = "DIMENSION_SCALE";
    private static final String USES = "REFERENCE_LIST";
    private static final String SCALES = "DIMENSION_LIST";
    private static final String LABELS = "DIMENSION_LABELS";

    /**
     * The layout of a C structure with a reference and a number, padded to a multiple of 8 bytes, in the version that libhdf5 reads
     * from 1.8 on. With a later one, libhdf5 before 2.0 reads no attribute of the scale.
     */
    private static final Datatype USE = new Compound(
            3,
            16,
            List.of(new Member("dataset", 0, Types.objectReference()), new Member("dimension", 8, Types.unsigned(4))));

    private final DatasetHandle dataset;
    private final int rank;

    /** A dimension that a scale is attached to. */
    private record Use(Reference dataset, int dimension) {}

    DimensionScales(DatasetHandle dataset) {
        this.dataset = dataset;
        rank = dataset.dimensions().length;
    }

    // ---- scales ----------------------------------------------------------------------------------------------

    /** Whether a dataset is a scale. */
    static boolean isScale(DatasetHandle dataset) {
        return SCALE.equals(text(dataset, CLASS));
    }

    /** The name of a scale; empty if it has none. */
    static String name(DatasetHandle dataset) {
        return isScale(dataset) ? text(dataset, NAME) : "";
    }

    private static String text(DatasetHandle dataset, String attribute) {
        if (!dataset.hasAttribute(attribute)) {
            return "";
        }
        Object value = dataset.attribute(attribute).read();
        Object text = value instanceof String[] texts && texts.length == 1 ? texts[0] : value;
        return text instanceof String string ? string : "";
    }

    /** Makes a dataset a scale. */
    static void make(DatasetHandle dataset, String name) {
        if (dataset.hasAttribute(SCALES)) {
            throw new ContainerException(
                    "%s: %s has scales, so it cannot be one".formatted(dataset.fileName(), dataset.shownPath()));
        }
        putText(dataset, NAME, name); // first, because it may be refused
        putText(dataset, CLASS, SCALE);
    }

    /** Null-terminated, as by libhdf5. */
    private static void putText(DatasetHandle dataset, String attribute, String text) {
        int bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length + 1;
        dataset.putAttribute(
                attribute,
                FixedString.of(bytes, StringPadding.NULL_TERMINATED, CharacterSet.of(text)),
                new long[0],
                text);
    }

    // ---- labels ----------------------------------------------------------------------------------------------

    /** The label of each dimension. */
    String[] labels() {
        String[] labels = new String[rank];
        Arrays.fill(labels, "");
        if (dataset.hasAttribute(LABELS)) {
            Attribute attribute = dataset.attribute(LABELS);
            requireOneForEach(attribute);
            String[] found = attribute.read(String[].class);
            for (int i = 0; i < rank; i++) {
                labels[i] = found[i] == null ? "" : found[i];
            }
        }
        return labels;
    }

    void setLabel(int dimension, String label) {
        String[] labels = labels();
        labels[dimension] = label;
        CharacterSet characters = CharacterSet.of(String.join("", labels));
        dataset.putAttribute(LABELS, VariableLength.string(characters), new long[] {rank}, labels);
    }

    private void requireOneForEach(Attribute attribute) {
        long[] found = attribute.dimensions();
        if (found.length != 1 || found[0] != rank) {
            throw new CorruptFileException("%s: %s, attribute %s: expected the shape [%d], found %s"
                    .formatted(
                            dataset.fileName(), dataset.shownPath(), attribute.name(), rank, Arrays.toString(found)));
        }
    }

    // ---- scales of dimensions --------------------------------------------------------------------------------

    /** The scales of a dimension. */
    List<Dataset> of(int dimension) {
        List<Dataset> scales = new ArrayList<>();
        for (Reference reference : lists().get(dimension)) {
            StoredObject scale = GroupHandle.object(dataset.session(), reference);
            if (!(scale instanceof Dataset)) {
                throw new CorruptFileException("%s: %s, attribute %s: expected datasets, found %s"
                        .formatted(dataset.fileName(), dataset.shownPath(), SCALES, scale));
            }
            scales.add(new Nearby(dataset).named((DatasetHandle) scale));
        }
        return List.copyOf(scales);
    }

    /** The references to the scales of each dimension, without those that are null or to deleted ones. */
    private List<List<Reference>> lists() {
        List<List<Reference>> lists = new ArrayList<>();
        for (int i = 0; i < rank; i++) {
            lists.add(new ArrayList<>());
        }
        if (dataset.hasAttribute(SCALES)) {
            Attribute attribute = dataset.attribute(SCALES);
            requireOneForEach(attribute);
            Reference[][] found = attribute.read(Reference[][].class);
            for (int i = 0; i < rank; i++) {
                for (Reference reference : found[i]) {
                    if (reference != null && dataset.session().isObject(reference.address())) {
                        lists.get(i).add(reference);
                    }
                }
            }
        }
        return lists;
    }

    /** The dimensions that a scale is attached to, without those of deleted datasets. */
    private static List<Use> uses(DatasetHandle scale) {
        List<Use> uses = new ArrayList<>();
        if (scale.hasAttribute(USES)) {
            for (Use use : scale.attribute(USES).read(Use[].class)) {
                if (use.dataset != null && scale.session().isObject(use.dataset.address())) {
                    uses.add(use);
                }
            }
        }
        return uses;
    }

    void attach(int dimension, DatasetHandle scale) {
        requireSuitable(scale);
        List<List<Reference>> lists = lists();
        List<Use> uses = uses(scale);
        Use use = new Use(dataset.reference(), dimension);
        boolean listed = lists.get(dimension).contains(scale.reference());
        if (listed && uses.contains(use)) {
            return;
        }
        if (!listed) {
            lists.get(dimension).add(scale.reference());
        }
        if (!uses.contains(use)) {
            uses.add(use);
        }
        if (!isScale(scale)) {
            make(scale, "");
        }
        store(lists, scale, uses);
    }

    private void requireSuitable(DatasetHandle scale) {
        String problem = null;
        if (scale.session() != dataset.session()) {
            problem = "is in another container, " + scale.fileName();
        } else if (scale.address() == dataset.address()) {
            problem = "is the dataset itself";
        } else if (scale.hasAttribute(SCALES)) {
            problem = "has scales itself";
        } else if (isScale(dataset)) {
            problem = "cannot be attached to a scale";
        }
        if (problem != null) {
            throw new ContainerException("%s: %s: the scale %s %s"
                    .formatted(dataset.fileName(), dataset.shownPath(), scale.shownPath(), problem));
        }
    }

    void detach(int dimension, DatasetHandle scale) {
        List<List<Reference>> lists = lists();
        if (scale.session() != dataset.session() || !lists.get(dimension).remove(scale.reference())) {
            throw new NoSuchObjectException("%s: %s: %s is not a scale of dimension %d"
                    .formatted(dataset.fileName(), dataset.shownPath(), scale.shownPath(), dimension));
        }
        List<Use> uses = uses(scale);
        uses.remove(new Use(dataset.reference(), dimension));
        store(lists, scale, uses);
    }

    /** Stores both lists, in one change. */
    private void store(List<List<Reference>> lists, DatasetHandle scale, List<Use> uses) {
        Reference[][] references =
                lists.stream().map(list -> list.toArray(Reference[]::new)).toArray(Reference[][]::new);
        boolean none = lists.stream().allMatch(List::isEmpty);
        TypedValue list = none
                ? null
                : dataset.typed(Types.sequence(Types.objectReference()), new long[] {rank}, references, SCALES);
        Object[] maps = uses.stream()
                .map(use -> Map.of("dataset", use.dataset, "dimension", use.dimension))
                .toArray();
        TypedValue back = uses.isEmpty() ? null : scale.typed(USE, new long[] {maps.length}, maps, USES);
        dataset.session().change(() -> {
            Change first = dataset.replacement(SCALES, list);
            Change second = scale.replacement(USES, back);
            return () -> {
                first.apply();
                second.apply();
            };
        });
    }
}
