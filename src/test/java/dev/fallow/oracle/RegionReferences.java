package dev.fallow.oracle;

import dev.fallow.oracle.type.ReferenceType;
import org.bytedeco.hdf5.H5R_ref_t;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;

/**
 * References to regions of datasets, as the bytes that libhdf5 is given for an element. One of the old form is the ID of an
 * object in the global heap, which libhdf5 makes with the reference: to write the bytes twice is to share the object.
 */
public final class RegionReferences {
    private static final int OLD_SIZE = 12;
    private static final int NEW_SIZE = 64;

    private RegionReferences() {}

    /** A type of the old form, of 12 bytes. */
    public static ReferenceType.Reference oldType() {
        return new ReferenceType.Reference(ReferenceType.ReferenceKind.REGION, OLD_SIZE);
    }

    /** A type of the new form, of any kind, as it is in memory. */
    public static ReferenceType.Reference newType() {
        return new ReferenceType.Reference(ReferenceType.ReferenceKind.ANY, NEW_SIZE);
    }

    /** A reference of the old form to the first two elements of a dataset of one dimension. */
    public static byte[] toBegin(ReferenceFile file, String datasetPath) {
        try (Id root = file.openObject("/");
                Id space = beginOf(file.dimensions(datasetPath));
                BytePointer name = Native.text(datasetPath);
                BytePointer memory = new BytePointer(OLD_SIZE)) {
            Native.check(
                    hdf5.H5Rcreate(memory, root.value(), name, hdf5.H5R_DATASET_REGION1, space.value()), "H5Rcreate");
            byte[] bytes = new byte[OLD_SIZE];
            memory.get(bytes);
            return bytes;
        }
    }

    private static Id beginOf(long[] dimensions) {
        return Id.build(
                Dataspaces.create(dimensions),
                space -> Native.check(
                        hdf5.H5Sselect_hyperslab(
                                space.value(), hdf5.H5S_SELECT_SET, new long[] {0}, null, new long[] {2}, (long[])
                                        null),
                        "H5Sselect_hyperslab"));
    }

    /** What is done with a reference of the new form. */
    @FunctionalInterface
    public interface Use {
        /** @param bytes that lead into memory of libhdf5; only valid meanwhile */
        void with(byte[] bytes);
    }

    /** Makes a reference of the new form to the first two elements of a dataset of one dimension, for some use. */
    public static void newToBegin(ReferenceFile file, String datasetPath, Use use) {
        try (Id root = file.openObject("/");
                Id space = beginOf(file.dimensions(datasetPath));
                BytePointer name = Native.text(datasetPath);
                BytePointer memory = new BytePointer(NEW_SIZE);
                H5R_ref_t reference = new H5R_ref_t(memory)) {
            Native.check(
                    hdf5.H5Rcreate_region(root.value(), name, space.value(), hdf5.H5P_DEFAULT, reference),
                    "H5Rcreate_region");
            try {
                byte[] bytes = new byte[NEW_SIZE];
                memory.get(bytes);
                use.with(bytes);
            } finally {
                Native.check(hdf5.H5Rdestroy(reference), "H5Rdestroy");
            }
        }
    }

    /** The bytes of an element that refers to nothing. */
    public static byte[] none(ReferenceType.Reference type) {
        return new byte[type.size()];
    }
}
