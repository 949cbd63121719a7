package dev.fallow.container.reading;

import dev.fallow.oracle.Id;
import dev.fallow.oracle.Native;
import java.util.List;
import org.bytedeco.hdf5.global.hdf5;

/** The filters of the datasets of a file. */
enum FilterSet {
    RAW(List.of()) {
        @Override
        void set(Id creation) {}
    },
    SHUFFLE_GZIP(List.of(2, 1)) {
        @Override
        void set(Id creation) {
            Native.check(hdf5.H5Pset_shuffle(creation.value()), "H5Pset_shuffle");
            Native.check(hdf5.H5Pset_deflate(creation.value(), 4), "H5Pset_deflate");
        }
    },
    GZIP_FLETCHER32(List.of(1, 3)) {
        @Override
        void set(Id creation) {
            Native.check(hdf5.H5Pset_deflate(creation.value(), 6), "H5Pset_deflate");
            Native.check(hdf5.H5Pset_fletcher32(creation.value()), "H5Pset_fletcher32");
        }
    },
    FLETCHER32(List.of(3)) {
        @Override
        void set(Id creation) {
            Native.check(hdf5.H5Pset_fletcher32(creation.value()), "H5Pset_fletcher32");
        }
    },
    NBIT(List.of(5)) {
        @Override
        void set(Id creation) {
            Native.check(hdf5.H5Pset_nbit(creation.value()), "H5Pset_nbit");
        }
    },
    SCALE_OFFSET(List.of(6)) {
        @Override
        void set(Id creation) {
            Native.check(
                    hdf5.H5Pset_scaleoffset(creation.value(), hdf5.H5Z_SO_INT, hdf5.H5Z_SO_INT_MINBITS_DEFAULT),
                    "H5Pset_scaleoffset");
        }
    };

    /** Their numbers, in the order of the pipeline. */
    final List<Integer> ids;

    FilterSet(List<Integer> ids) {
        this.ids = ids;
    }

    /** Adds the filters to the properties of a dataset. */
    abstract void set(Id creation);

    /** Whether they can be used for all datatypes. */
    boolean isGeneral() {
        return this != SCALE_OFFSET;
    }
}
