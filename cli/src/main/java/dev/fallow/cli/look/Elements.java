package dev.fallow.cli.look;

import dev.fallow.Attribute;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Conversion;
import dev.fallow.Dataset;
import dev.fallow.Hyperslab;
import dev.fallow.NameText;
import dev.fallow.NoSuchObjectException;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.Slices;
import dev.fallow.StoredObject;
import dev.fallow.WrongTypeException;
import dev.fallow.cli.shell.MissingPath;
import dev.fallow.cli.shell.ShapeText;
import dev.fallow.cli.shell.Values;
import dev.fallow.cli.shell.VirtualSources;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * What an argument of {@code cat}, {@code head} and {@code export} stands for: a path with an optional slice, {@code /a/b[0:10, 5, ::2]}.
 *
 * @param name the path, and for an attribute @ and its name
 * @param dataset nothing for an attribute
 * @param attribute nothing for a dataset
 * @param part the elements in all dimensions; nothing for all elements of what has no dimensions
 * @param shape the number of elements in each dimension, without those for which an index is given; nothing for a null dataspace
 */
record Elements(
        String name,
        Optional<Dataset> dataset,
        Optional<Attribute> attribute,
        Optional<Hyperslab> part,
        Optional<long[]> shape) {
    /** What the help says of slices. */
    static final String SLICES = "PATH[0:10,5,::2] has an index or from:to:step for each dimension;"
            + " a dimension with an index is left out of the shape;"
            + " negative numbers count from the end, \"...\" stands for whole dimensions."
            + " Quote the path, because shells interpret brackets.";

    /** What the help says of the path of a dataset. */
    static final String DATASET = "A dataset, with an optional slice. It may stand behind FILE instead.";

    /** The bytes of raw output that are in memory at a time, unless a row has more. */
    private static final long BYTES_AT_A_TIME = 8 << 20;

    /**
     * Finds what a path stands for: a name that ends with brackets, or has an @, comes before a slice or an attribute. Refuses a slice that
     * is not inside it.
     */
    static Elements of(ContainerFile container, String text) {
        int open = text.endsWith("]") ? text.lastIndexOf('[') : -1;
        boolean sliced = open >= 0 && !exists(container, text);
        String path = sliced ? text.substring(0, open) : text;
        String slice = sliced ? text.substring(open + 1, text.length() - 1) : "";
        int at = at(container, path);
        try {
            if (at < 0 || container.exists(path)) {
                Dataset dataset = container.dataset(path);
                Elements whole = new Elements(
                        dataset.path(),
                        Optional.of(dataset),
                        Optional.empty(),
                        Optional.empty(),
                        ShapeText.dimensions(dataset));
                return whole.sliced(container, slice);
            }
            StoredObject object = container.root().get(owner(path, at));
            Attribute attribute = object.attribute(path.substring(at + 1));
            Elements whole = new Elements(
                    object.path() + "@" + attribute.name(),
                    Optional.empty(),
                    Optional.of(attribute),
                    Optional.empty(),
                    ShapeText.dimensions(attribute));
            return whole.sliced(container, slice);
        } catch (NoSuchObjectException e) {
            throw MissingPath.explained(container, path, e);
        }
    }

    /** The same, of a dataset alone. */
    static Elements ofDataset(ContainerFile container, String text) {
        Elements elements = of(container, text);
        if (elements.dataset.isEmpty()) {
            throw new ContainerException("%s: %s is an attribute; expected a dataset. fallow cat prints attributes"
                    .formatted(container.name(), NameText.printable(elements.name)));
        }
        return elements;
    }

    private static boolean exists(ContainerFile container, String path) {
        return container.exists(path) || isAttribute(container, path, at(container, path));
    }

    private static boolean isAttribute(ContainerFile container, String path, int at) {
        return at >= 0
                && container.exists(owner(path, at))
                && container.root().get(owner(path, at)).hasAttribute(path.substring(at + 1));
    }

    /** The last @ behind which there is an attribute, whose name may have another one; the last of all if there is none; or -1. */
    private static int at(ContainerFile container, String path) {
        int last = path.lastIndexOf('@');
        int at = last;
        while (at >= 0 && !isAttribute(container, path, at)) {
            at = path.lastIndexOf('@', at - 1);
        }
        return at < 0 ? last : at;
    }

    /** The path of the object whose attribute a path is. */
    private static String owner(String path, int at) {
        return at == 0 ? "/" : path.substring(0, at);
    }

    /** The elements of a slice, which is empty for all of them. */
    private Elements sliced(ContainerFile container, String slice) {
        long[] dimensions = shape.orElse(new long[0]);
        String place = container.name() + ": " + NameText.printable(name);
        if (dimensions.length == 0) {
            if (!slice.isBlank()) {
                throw new ContainerException(place + ": a slice of something without dimensions");
            }
            return this;
        }
        try {
            Slices slices = (Slices) Selection.of(slice);
            return new Elements(
                    name,
                    dataset,
                    attribute,
                    Optional.of(slices.in(dimensions)),
                    Optional.of(slices.shape(dimensions)));
        } catch (IllegalArgumentException | WrongTypeException e) {
            throw new ContainerException(place + ": " + e.getMessage(), e);
        }
    }

    /**
     * The counts in all dimensions of a part that has other sizes in those of the shape. Which dimensions of one element have an index does
     * not matter for that.
     */
    long[] counts(long... sizes) {
        long[] all = shape.orElseThrow();
        long[] counts = part.orElseThrow().count().clone();
        int at = all.length - 1;
        for (int i = counts.length - 1; i >= 0 && at >= 0; i--) {
            if (counts[i] == all[at]) {
                counts[i] = sizes[at--];
            }
        }
        return counts;
    }

    /** Whether these are all elements. */
    boolean isWhole() {
        long[] all = dataset.map(Dataset::dimensions)
                .or(() -> attribute.map(Attribute::dimensions))
                .orElseThrow();
        return part.isEmpty() || Arrays.equals(part.get().count(), all);
    }

    /** The sources of these elements, if a dataset has them. */
    Optional<VirtualSources> sources() {
        return dataset.map(
                from -> part.isEmpty() ? VirtualSources.of(from) : VirtualSources.of(from, (Selection) part.get()));
    }

    /** The elements that are printed. */
    Values values() {
        return dataset.isPresent() ? of(dataset.get()) : of(attribute.orElseThrow());
    }

    private Values of(Dataset from) {
        return part.isEmpty() ? Values.of(from) : Values.of(from, part.get(), shape.orElseThrow());
    }

    private Values of(Attribute from) {
        return part.isEmpty() ? Values.of(from) : Values.of(from, part.get(), shape.orElseThrow());
    }

    /** Writes the bytes of the elements as they are in the file. */
    void writeRaw(OutputStream out) throws IOException {
        Datatype type = dataset.map(Dataset::datatype)
                .or(() -> attribute.map(Attribute::datatype))
                .orElseThrow();
        if (type.refersToGlobalHeap()) {
            throw new ContainerException(
                    name + ": elements of type " + type + " are addresses in the file, which are of no use outside it");
        } else if (dataset.isPresent()) {
            writeRaw(dataset.get(), Math.max(1, BYTES_AT_A_TIME / type.size()), out);
        } else if (isWhole()) {
            out.write(attribute.orElseThrow().read(RawElements.class).bytes());
        } else {
            throw new ContainerException(name + ": --raw writes attributes whole");
        }
    }

    private void writeRaw(Dataset from, long most, OutputStream out) throws IOException {
        if (part.isEmpty()) {
            out.write(from.read(Selection.all(), RawElements.class, Conversion.ROUNDING)
                    .bytes());
        } else if (Values.product(part.get().count(), 0) > 0) {
            Values.forEachPart(
                    part.get(),
                    most,
                    each -> out.write(from.read((Selection) each, RawElements.class, Conversion.ROUNDING)
                            .bytes()));
        }
    }
}
