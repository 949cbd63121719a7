package dev.fallow.container;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.RegionReferences;
import dev.fallow.oracle.StorageKind;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.oracle.type.StringPadding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Creates objects that contain two region references in every way that libhdf5 supports, so that all of them share two
 * objects of the global heap: libhdf5 writes a heap ID unchanged, copies it into all elements with the fill value, and
 * copies it with the elements.
 */
final class RegionHolders {
    private static final ReferenceType TEXT = new ReferenceType.VariableString(StringPadding.NULL_TERMINATED, false);

    private RegionHolders() {}

    /** Returns two references of the old form. */
    static List<byte[]> references(ReferenceFile file) {
        for (String target : List.of("/one", "/two")) {
            file.createDataset(target, ReferenceType.int32(), new long[] {4}, new int[] {1, 2, 3, 4});
        }
        return List.of(RegionReferences.toBegin(file, "/one"), RegionReferences.toBegin(file, "/two"));
    }

    private static ReferenceType compound(ReferenceType.Reference reference) {
        return new ReferenceType.Compound(
                8 + reference.size(),
                List.of(
                        new ReferenceType.Member("number", 0, ReferenceType.int32()),
                        new ReferenceType.Member("region", 8, reference)));
    }

    private static List<Object> compounds(List<byte[]> references) {
        List<Object> elements = new ArrayList<>();
        for (byte[] reference : references) {
            elements.add(Map.of("number", elements.size(), "region", reference));
        }
        return elements;
    }

    /** Creates the holders that are neither copies nor chunked, and returns their paths. */
    static List<String> create(ReferenceFile file, List<byte[]> references) {
        ReferenceType.Reference type = RegionReferences.oldType();
        long[] two = {2};
        List<String> holders = new ArrayList<>();
        BiConsumer<String, Runnable> holder = (path, creation) -> {
            creation.run();
            holders.add(path);
        };
        for (String path : List.of("/attribute", "/other attribute")) {
            holder.accept(path, () -> {
                file.createGroup(path);
                file.attributes(path).create("a", type, two, references);
            });
        }
        holder.accept("/attribute of compounds", () -> {
            file.createGroup("/attribute of compounds");
            file.attributes("/attribute of compounds").create("a", compound(type), two, compounds(references));
        });
        holder.accept("/contiguous", () -> file.createDataset("/contiguous", type, two, references));
        holder.accept("/compact", () -> file.createDataset("/compact", type, two, references, StorageKind.COMPACT));
        holder.accept("/compounds", () -> file.createDataset("/compounds", compound(type), two, compounds(references)));
        holder.accept(
                "/array",
                () -> file.createDataset(
                        "/array", ReferenceType.ArrayType.of(type, 2), new long[] {1}, List.of(references)));
        holder.accept(
                "/sequence",
                () -> file.createDataset(
                        "/sequence", new ReferenceType.VariableLength(type), new long[] {1}, List.of(references)));
        holder.accept("/filled", () -> file.createFilledDataset("/filled", type, two, null, true, references.get(0)));
        return holders;
    }

    /**
     * Copies the holders within the file, and returns the paths of the copies. References in attributes are copied as
     * null.
     */
    static List<String> copy(ReferenceFile file, List<String> holders) {
        List<String> copies = new ArrayList<>();
        for (String holder : holders) {
            String copy = "/copy of " + holder.substring(1);
            file.copy(holder, copy);
            copies.add(copy);
        }
        return copies;
    }

    /** Creates chunked datasets with the same references, with and without a filter, and returns their paths. */
    static List<String> createChunked(ReferenceFile file, List<byte[]> references) {
        ReferenceType.Reference type = RegionReferences.oldType();
        long[] one = {1};
        long[] two = {2};
        file.createChunkedDataset("/chunked", type, two, one, references);
        file.createChunkedDataset("/filtered", type, two, two, one, true, false, references);
        file.createFilledDataset("/filled chunks", type, two, one, true, references.get(0));
        return List.of("/chunked", "/filtered", "/filled chunks");
    }

    /** Creates variable-length strings, each a separate object of the global heap, and returns their paths. */
    static List<String> createStrings(ReferenceFile file) {
        file.createDataset("/strings", TEXT, new long[] {3}, new String[] {"first", "", "third ".repeat(20)});
        file.createGroup("/named");
        file.attributes("/named").create("name", TEXT, "a name");
        return List.of("/strings", "/named");
    }

    /** Overwrites the references of a holder with new ones that Fallow creates, to the dataset "one". */
    static void overwrite(ContainerFile file, String holder) {
        Dataset target = file.dataset("one");
        Object[] regions = {target.reference(Selection.block(new long[] {1}, new long[] {2})), null};
        if (holder.contains("attribute")) {
            file.root().get(holder.substring(1)).putAttribute("a", Types.regionReference(), new long[] {2}, regions);
        } else {
            Dataset dataset = file.dataset(holder.substring(1));
            dataset.write(elements(holder, regions));
        }
    }

    private static Object elements(String holder, Object[] regions) {
        if (holder.endsWith("compounds")) {
            return new Object[] {ourCompound(regions[0]), ourCompound(null)};
        } else if (holder.endsWith("array") || holder.endsWith("sequence")) {
            return new Object[] {regions};
        }
        return regions;
    }

    private static Map<String, Object> ourCompound(Object region) {
        Map<String, Object> element = new LinkedHashMap<>();
        element.put("number", 7);
        element.put("region", region);
        return element;
    }
}
