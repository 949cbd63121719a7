package dev.fallow.benchmarks.race.finalfile;

import static dev.fallow.benchmarks.race.entrant.Hdf5Exception.check;

import dev.fallow.benchmarks.race.entrant.Hdf5Exception;
import dev.fallow.research.createdelete.Contents;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.hdf5.H5A_info_t;
import org.bytedeco.hdf5.H5A_operator2_t;
import org.bytedeco.hdf5.H5O_info2_t;
import org.bytedeco.hdf5.H5O_iterate2_t;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;

/**
 * Reads a whole file with libhdf5: iterates over every group, opens every dataset and checks its address, and opens and
 * reads every attribute. Requires {@link dev.fallow.benchmarks.race.entrant.Hdf5Library#isForThisPlatform()}.
 */
public final class ReadThrough {
    private final long fileBytes;
    private long groups = -1; // the root group is visited too
    private long datasets;
    private long attributes;
    private long elementBytes;
    private RuntimeException failure;

    private ReadThrough(long fileBytes) {
        this.fileBytes = fileBytes;
    }

    /**
     * Reads a file. O(number of objects).
     *
     * @throws IllegalStateException if an object cannot be read, or a dataset's elements are outside the file
     * @throws IOException if there is no file
     */
    public static Contents of(Path path) throws IOException {
        Loader.load(hdf5.class);
        ReadThrough reader = new ReadThrough(Files.size(path));
        try {
            reader.read(path);
        } catch (Hdf5Exception e) {
            throw new IllegalStateException(path.getFileName() + ": " + e.getMessage(), e);
        }
        return new Contents(reader.groups, reader.datasets, reader.attributes, reader.elementBytes);
    }

    private void read(Path path) {
        long file;
        try (BytePointer text = new BytePointer(path.toString(), StandardCharsets.UTF_8)) {
            file = check(hdf5.H5Fopen(text, hdf5.H5F_ACC_RDONLY, hdf5.H5P_DEFAULT), "H5Fopen(" + path + ")");
        }
        try (ObjectVisitor visitor = new ObjectVisitor();
                AttributeVisitor attributeVisitor = new AttributeVisitor()) {
            visitor.attributeVisitor = attributeVisitor;
            int fields = hdf5.H5O_INFO_BASIC | hdf5.H5O_INFO_NUM_ATTRS;
            int result = hdf5.H5Ovisit3(file, hdf5.H5_INDEX_NAME, hdf5.H5_ITER_NATIVE, visitor, null, fields);
            if (failure != null) {
                throw failure;
            }
            check(result, "H5Ovisit3");
        } finally {
            check(hdf5.H5Fclose(file), "H5Fclose");
        }
    }

    /** Runs a callback. An exception must not pass through the library: it is stored, and the iteration is stopped. */
    private int guarded(Runnable visit) {
        try {
            visit.run();
            return 0;
        } catch (RuntimeException e) {
            if (failure == null) {
                failure = e;
            }
            return -1;
        }
    }

    private final class ObjectVisitor extends H5O_iterate2_t {
        private AttributeVisitor attributeVisitor;

        @Override
        public int call(long root, BytePointer name, H5O_info2_t info, Pointer unused) {
            return guarded(() -> {
                long object = check(hdf5.H5Oopen(root, name, hdf5.H5P_DEFAULT), "H5Oopen");
                if (info.type() == hdf5.H5O_TYPE_DATASET) {
                    dataset(object, name);
                } else if (info.type() == hdf5.H5O_TYPE_GROUP) {
                    groups++;
                } else {
                    throw new IllegalStateException(text(name) + " is neither a group nor a dataset: " + info.type());
                }
                if (info.num_attrs() > 0) {
                    long before = attributes;
                    check(
                            hdf5.H5Aiterate2(
                                    object,
                                    hdf5.H5_INDEX_NAME,
                                    hdf5.H5_ITER_NATIVE,
                                    (long[]) null,
                                    attributeVisitor,
                                    null),
                            "H5Aiterate2");
                    if (attributes - before != info.num_attrs()) {
                        throw new IllegalStateException(text(name) + " should have " + info.num_attrs()
                                + " attributes according to its header, found " + (attributes - before));
                    }
                }
                check(hdf5.H5Oclose(object), "H5Oclose");
            });
        }
    }

    private void dataset(long dataset, BytePointer name) {
        long space = check(hdf5.H5Dget_space(dataset), "H5Dget_space");
        long bytes = 4 * check(hdf5.H5Sget_simple_extent_npoints(space), "H5Sget_simple_extent_npoints");
        check(hdf5.H5Sclose(space), "H5Sclose");
        long stored = hdf5.H5Dget_storage_size(dataset);
        long offset = hdf5.H5Dget_offset(dataset);
        if (stored != bytes || offset < 0 || offset > fileBytes - bytes) {
            throw new IllegalStateException(text(name) + " has " + bytes + " bytes of elements, but stores " + stored
                    + " at " + offset + " of " + fileBytes);
        }
        datasets++;
        elementBytes += bytes;
    }

    private final class AttributeVisitor extends H5A_operator2_t {
        @Override
        public int call(long object, BytePointer name, H5A_info_t info, Pointer unused) {
            return guarded(() -> {
                long attribute = check(hdf5.H5Aopen(object, name, hdf5.H5P_DEFAULT), "H5Aopen");
                try (IntPointer value = new IntPointer(1)) {
                    check(hdf5.H5Aread(attribute, hdf5.H5T_NATIVE_INT_g(), value), "H5Aread");
                    // in the tests, the value of an attribute is the number in its name
                    if (!text(name).substring(1).equals(Integer.toString(value.get()))) {
                        throw new IllegalStateException("attribute " + text(name) + " is " + value.get());
                    }
                }
                check(hdf5.H5Aclose(attribute), "H5Aclose");
                attributes++;
            });
        }
    }

    private static String text(BytePointer name) {
        return name.getString(StandardCharsets.UTF_8);
    }
}
