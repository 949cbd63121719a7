package dev.fallow.internal.handle;

import dev.fallow.Dataset;
import dev.fallow.Dimension;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/** One dimension of a dataset. */
record DatasetDimension(DatasetHandle dataset, int index, long size) implements Dimension {
    /** The dimensions of a dataset. */
    static List<Dimension> of(DatasetHandle dataset) {
        long[] sizes = dataset.dimensions();
        List<Dimension> dimensions = new ArrayList<>();
        for (int i = 0; sizes != null && i < sizes.length; i++) {
            dimensions.add(new DatasetDimension(dataset, i, sizes[i]));
        }
        return new AbstractList<>() {
            @Override
            public Dimension get(int index) {
                if (index < 0 || index >= dimensions.size()) {
                    throw new IndexOutOfBoundsException("%s: %s has %d dimensions, found the index %d"
                            .formatted(dataset.fileName(), dataset.shownPath(), dimensions.size(), index));
                }
                return dimensions.get(index);
            }

            @Override
            public int size() {
                return dimensions.size();
            }
        };
    }

    private DimensionScales scalesOfAll() {
        return new DimensionScales(dataset);
    }

    @Override
    public String label() {
        return scalesOfAll().labels()[index];
    }

    @Override
    public void setLabel(String label) {
        scalesOfAll().setLabel(index, label);
    }

    @Override
    public List<Dataset> scales() {
        return scalesOfAll().of(index);
    }

    @Override
    public void attach(Dataset scale) {
        scalesOfAll().attach(index, (DatasetHandle) scale);
    }

    @Override
    public void detach(Dataset scale) {
        scalesOfAll().detach(index, (DatasetHandle) scale);
    }

    @Override
    public String toString() {
        return "dimension %d of %d elements of %s".formatted(index, size, dataset);
    }
}
