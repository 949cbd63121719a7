package dev.fallow.cli.look;

import dev.fallow.Attribute;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.StoredObject;
import dev.fallow.cli.text.Values;
import dev.fallow.selection.Hyperslab;
import dev.fallow.selection.Selection;
import dev.fallow.type.Datatype;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * What an argument of {@code fallow cat} stands for.
 *
 * @param name the path, and for an attribute @ and its name
 * @param dataset null for an attribute
 * @param attribute null for a dataset
 * @param part null for all elements of what has no dimensions
 */
record CatTarget(String name, Dataset dataset, Attribute attribute, SlicePath.Part part) {
    /** The bytes of raw output that are in memory at a time, unless a row has more. */
    private static final long BYTES_AT_A_TIME = 8 << 20;

    /**
     * Finds what a path stands for: a name that ends with brackets, or has an @, comes before a slice or an attribute.
     *
     * @throws ContainerException if there is no such thing, or the slice is not inside it
     */
    static CatTarget of(ContainerFile container, String path) {
        SlicePath sliced = SlicePath.of(path);
        if (sliced.slice() != null && exists(container, path)) {
            sliced = new SlicePath(path, null);
        }
        int at = sliced.path().lastIndexOf('@');
        if (at < 0 || container.exists(sliced.path())) {
            Dataset dataset = container.dataset(sliced.path());
            return new CatTarget(dataset.path(), dataset, null, part(sliced, dataset.dimensions()));
        }
        String owner = at == 0 ? "/" : sliced.path().substring(0, at);
        StoredObject object = container.root().get(owner);
        Attribute attribute = object.attribute(sliced.path().substring(at + 1));
        return new CatTarget(
                object.path() + "@" + attribute.name(), null, attribute, part(sliced, attribute.dimensions()));
    }

    private static boolean exists(ContainerFile container, String path) {
        if (container.exists(path)) {
            return true;
        }
        int at = path.lastIndexOf('@');
        return at >= 0
                && container.exists(path.substring(0, at))
                && container.root().get(at == 0 ? "/" : path.substring(0, at)).hasAttribute(path.substring(at + 1));
    }

    /** Null for a scalar, or what has no elements. */
    private static SlicePath.Part part(SlicePath sliced, long[] dimensions) {
        if (dimensions == null || dimensions.length == 0) {
            if (sliced.slice() != null && !sliced.slice().isBlank()) {
                throw new ContainerException(sliced.path() + ": a slice of something without dimensions");
            }
            return null;
        }
        return sliced.selection(dimensions);
    }

    /** The selected elements. */
    Values values() {
        long[] dimensions = dataset == null ? attribute.dimensions() : dataset.dimensions();
        Hyperslab slice = part == null ? null : part.elements();
        long[] shape = part == null ? dimensions : part.shape();
        return dataset == null ? Values.of(attribute, slice, shape) : Values.of(dataset, slice, shape);
    }

    /** Writes the bytes of the elements as they are in the file. */
    void writeRaw(OutputStream out) throws IOException {
        Datatype type = dataset == null ? attribute.datatype() : dataset.datatype();
        if (type.refersToGlobalHeap()) {
            throw new ContainerException(
                    name + ": elements of type " + type + " are addresses in the file, which are of no use outside it");
        } else if (dataset == null) {
            if (part != null && !isWhole(part.elements(), attribute.dimensions())) {
                throw new ContainerException(name + ": --raw writes attributes whole");
            }
            out.write(attribute.bytes());
        } else if (part == null) {
            out.write(dataset.readBytes());
        } else if (Arrays.stream(part.elements().count()).allMatch(count -> count > 0)) {
            long most = Math.max(1, BYTES_AT_A_TIME / type.size());
            Values.forEachPart(part.elements(), most, each -> out.write(dataset.readBytes((Selection) each)));
        }
    }

    private static boolean isWhole(Hyperslab slice, long[] dimensions) {
        return Arrays.equals(slice.count(), dimensions);
    }
}
