package dev.fallow.oracle;

import dev.fallow.oracle.type.ReferenceType;
import org.bytedeco.hdf5.H5R_ref_t;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;

/**
 * References to regions of datasets, as the bytes of an element in memory. A reference of the old form is the ID of a
 * global heap object that libhdf5 creates with the reference: two elements with the same bytes share the object.
 */
public final class RegionReferences {
    private static final int OLD_SIZE = 12;
    private static final int NEW_SIZE = 64;

    private RegionReferences() {}

    /** Returns the type of the old form, of 12 bytes. */
    public static ReferenceType.Reference oldType() {
        return new ReferenceType.Reference(ReferenceType.ReferenceKind.REGION, OLD_SIZE);
    }

    /** Returns the type of the new form, of any kind, in memory. */
    public static ReferenceType.Reference newType() {
        return new ReferenceType.Reference(ReferenceType.ReferenceKind.ANY, NEW_SIZE);
    }

    /** Creates a reference of the old form to the first two elements of a dataset of one dimension. */
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

    /** An operation with a reference of the new form. */
    @FunctionalInterface
    public interface Use {
        /** @param bytes the reference, which points into memory of libhdf5 and is only valid during the call */
        void with(byte[] bytes);
    }

    /**
     * Creates a reference of the new form to the first two elements of a dataset of one dimension, and passes it to an
     * operation.
     */
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

    /** Returns the bytes of a null reference. */
    public static byte[] none(ReferenceType.Reference type) {
        return new byte[type.size()];
    }
}
