package dev.fallow.benchmarks.lookup;

import static org.bytedeco.hdf5.global.hdf5.H5P_DEFAULT;
import static org.bytedeco.hdf5.global.hdf5.H5S_ALL;

import java.nio.file.Path;
import org.bytedeco.hdf5.H5L_info2_t;
import org.bytedeco.hdf5.H5L_iterate2_t;
import org.bytedeco.hdf5.global.hdf5;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;

/** libhdf5, called through JNI, with default settings. */
final class LibhdfObjects implements ManyObjectsLibrary {
    LibhdfObjects() {
        Loader.load(hdf5.class);
        check(hdf5.H5open());
    }

    private static long check(long result) {
        if (result < 0) {
            throw new IllegalStateException("libhdf5 returned " + result);
        }
        return result;
    }

    private static long open(Path file) {
        return check(hdf5.H5Fopen(file.toString(), hdf5.H5F_ACC_RDONLY, H5P_DEFAULT));
    }

    @Override
    public void openAndLookUp(Path file, int number) {
        long container = open(file);
        check(hdf5.H5Oclose(check(hdf5.H5Oopen(container, "/g" + number, H5P_DEFAULT))));
        check(hdf5.H5Fclose(container));
    }

    /** Converts each name to a string, as a caller in Java needs it. */
    private static final class Names extends H5L_iterate2_t {
        private long characters;
        private long count;

        @Override
        public int call(long group, BytePointer name, H5L_info2_t info, Pointer data) {
            characters += name.getString().length();
            count++;
            return 0;
        }
    }

    @Override
    public long list(Path file) {
        long container = open(file);
        try (Names names = new Names();
                LongPointer position = new LongPointer(1)) {
            position.put(0);
            check(hdf5.H5Literate2(container, hdf5.H5_INDEX_NAME, hdf5.H5_ITER_INC, position, names, (Pointer) null));
            check(hdf5.H5Fclose(container));
            return names.characters == 0 ? 0 : names.count;
        }
    }

    @Override
    public long read(Path file, int[] order) {
        long sum = 0;
        long container = open(file);
        try (IntPointer elements = new IntPointer(FallowObjects.ELEMENTS);
                BytePointer attributeName = new BytePointer("a")) {
            int[] read = new int[FallowObjects.ELEMENTS];
            for (int number : order) {
                long dataset = check(hdf5.H5Dopen2(container, "/d" + number, H5P_DEFAULT));
                check(hdf5.H5Dread(dataset, hdf5.H5T_NATIVE_INT_g(), H5S_ALL, H5S_ALL, H5P_DEFAULT, elements));
                elements.get(read);
                for (int element : read) {
                    sum += element;
                }
                long attribute = check(hdf5.H5Aopen(dataset, attributeName, H5P_DEFAULT));
                check(hdf5.H5Aread(attribute, hdf5.H5T_NATIVE_INT_g(), elements));
                sum += elements.get();
                check(hdf5.H5Aclose(attribute));
                check(hdf5.H5Dclose(dataset));
            }
        }
        check(hdf5.H5Fclose(container));
        return sum;
    }
}
