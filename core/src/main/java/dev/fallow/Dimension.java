package dev.fallow;

import java.util.List;

/**
 * One dimension of a dataset, with its label and its scales: datasets with the coordinates of its elements. They are stored as the
 * specification of HDF5 dimension scales says, which h5py, netCDF and xarray read.
 *
 * <pre>{@code
 * Dataset time = root.createDataset("time", new double[] {0, 0.5, 1});
 * Dataset wind = root.createDataset("wind", new float[3][8]);
 * wind.dims().get(0).attach(time);
 * wind.dims().get(0).setLabel("time");
 * }</pre>
 */
public interface Dimension {
    /** Its number; 0 is the first one. */
    int index();

    /** The number of elements. */
    long size();

    /**
     * Its label; empty if it has none.
     *
     * @throws CorruptFileException if there is not one label for each dimension
     */
    String label();

    /** Sets the label. An empty one is none. */
    void setLabel(String label);

    /**
     * Its scales, in the order in which they were attached. The path of one is known at once if it is in the dataset's group, or in a group
     * that contains that, and {@linkplain StoredObject#path looked for} otherwise. One that was deleted without being detached is left out, as far as {@link
     * ContainerFile#get(Reference)} tells that it was; the next scale that is attached to the dataset, or detached from it, removes what is left of it.
     *
     * @throws CorruptFileException if the dataset's list of scales has another length, or refers to something else than a dataset
     */
    List<Dataset> scales();

    /**
     * Attaches a scale. A dataset that is none yet {@linkplain Dataset#makeScale(String) becomes one} without a name. Has no effect
     * if it is attached to this dimension already.
     *
     * @throws ContainerException if the scale is this dataset, has scales itself, or is in another container; or if this dataset is a scale
     */
    void attach(Dataset scale);

    /**
     * Detaches a scale, which stays one.
     *
     * @throws NoSuchObjectException if it is not attached to this dimension
     */
    void detach(Dataset scale);
}
