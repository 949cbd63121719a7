package dev.fallow.cli.look;

import dev.fallow.ContainerFile;
import java.util.Optional;

/**
 * What wrote a file, or which convention it follows, as far as it left a mark. The first that fits counts: a file of pandas is one of
 * PyTables, too. A mark is a name that is there, and says nothing of whether the rest of the file follows the convention.
 */
enum FileKind {
    /**
     * The root group has the attribute {@code neurodata_type} with the value {@code NWBFile} (the specification language of NWB, "HDF5
     * storage", of version 2), or {@code nwb_version} (the same); files of version 1 have that as a dataset.
     */
    NWB("NWB"),

    /** The root group has the attribute {@code encoding-type} with the value {@code anndata} (anndata, "On-disk format", from 0.8 on). */
    ANNDATA("AnnData"),

    /**
     * The root group has the attribute {@code NX_class} with the value {@code NXroot} (the NeXus manual, base class NXroot, where it is
     * optional), or a group in it has it with the value {@code NXentry} (the same, class NXentry).
     */
    NEXUS("NeXus"),

    /**
     * The root group has the attribute {@code keras_version} (Keras, {@code legacy_h5_format.py}: models and weights of {@code .h5}), or
     * the groups {@code layers/NAME/vars} (Keras 3, {@code saving_lib.py}, class {@code H5IOStore}: {@code .weights.h5}).
     */
    KERAS("Keras"),

    /**
     * There are the datasets {@code s00/resolutions} and {@code s00/subdivisions} (BigDataViewer, "About the BigDataViewer data
     * format", HDF5 file layout).
     */
    BIG_DATA_VIEWER("BigDataViewer"),

    /** An object of the root group has the attribute {@code MATLAB_class} (MATLAB's {@code save -v7.3}, whose variables all have it). */
    MATLAB("MATLAB v7.3"),

    /**
     * The root group has the attribute {@code _NCProperties} (the netCDF user's guide, "Provenance attributes", from netCDF-C 4.4.1 on)
     * or {@code _nc3_strict}, or a dataset in it has {@code _Netcdf4Dimid} (the same, "File format specifications", netCDF-4).
     */
    NETCDF4("netCDF-4"),

    /** A group in the root group has the attribute {@code pandas_type} (pandas, {@code io/pytables.py}, class {@code Fixed}). */
    PANDAS("pandas (PyTables)"),

    /** The root group has the attribute {@code PYTABLES_FORMAT_VERSION} (PyTables, "PyTables file format"). */
    PYTABLES("PyTables"),

    /**
     * A group has the attribute {@code column-order}, as fallow-spark writes tables ({@code RowSink}), and no {@code encoding-type},
     * with which it would be a data frame of AnnData.
     */
    FALLOW("a table of fallow-spark");

    private final String label;

    FileKind(String label) {
        this.label = label;
    }

    /** The name for people. */
    String label() {
        return label;
    }

    /** The kind of a file; empty if it has no mark. Reads the root group and at most {@link KindMarks#MOST} of its objects. */
    static Optional<FileKind> of(ContainerFile container) {
        KindMarks marks = new KindMarks(container);
        for (FileKind kind : values()) {
            if (kind.hasLeft(marks)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    private boolean hasLeft(KindMarks marks) {
        return switch (this) {
            case NWB -> marks.rootText("neurodata_type").equals("NWBFile") || marks.rootHas("nwb_version");
            case ANNDATA -> marks.rootText("encoding-type").equals("anndata");
            case NEXUS -> marks.rootText("NX_class").equals("NXroot") || marks.memberText("NX_class", "NXentry");
            case KERAS -> marks.rootHas("keras_version") || marks.hasLayers();
            case BIG_DATA_VIEWER -> marks.exists("/s00/resolutions") && marks.exists("/s00/subdivisions");
            case MATLAB -> marks.memberHas("MATLAB_class");
            case NETCDF4 ->
                marks.rootHas("_NCProperties") || marks.rootHas("_nc3_strict") || marks.memberHas("_Netcdf4Dimid");
            case PANDAS -> marks.memberHas("pandas_type");
            case PYTABLES -> marks.rootHas("PYTABLES_FORMAT_VERSION");
            case FALLOW -> marks.isSparkTable();
        };
    }
}
