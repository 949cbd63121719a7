package dev.fallow;

import dev.fallow.format.Printable;
import dev.fallow.format.Utf8;
import java.util.Objects;

/**
 * Elements of a virtual dataset and where they are: the first selected element of the virtual dataset is the first selected
 * one of the source, and so on, in row-major order of each.
 *
 * <p>In the names, {@code %%} stands for a percent sign. If the virtual selection has an unlimited number of blocks, and the
 * source selection is limited, {@code %b} stands for the number of the block: each block has a source of its own.
 *
 * @param sourceFile relative to the folder of the virtual dataset's file, or absolute; {@value #SAME_FILE} for the same file
 * @param sourceDataset the path of the dataset in that file
 * @param source the elements of the source; not {@link Slices}, because the dimensions of the source need not be known
 * @param virtual the elements of the virtual dataset; {@link Slices} are of the dimensions with which it is created
 */
public record VirtualMapping(String sourceFile, String sourceDataset, Selection source, Selection virtual) {
    /** The source file's name if the source is in the file of the virtual dataset. */
    public static final String SAME_FILE = ".";

    /** @throws IllegalArgumentException if a name contains a zero character or a lone surrogate, or the selection of the source is {@link Slices} */
    public VirtualMapping {
        Objects.requireNonNull(virtual, "virtual");
        if (Objects.requireNonNull(source, "source") instanceof Slices) {
            throw new IllegalArgumentException("slice " + source
                    + " of a source: its dimensions are not known when the virtual dataset is created, so the elements must be"
                    + " given by Selection.block, strided or points; Slices.in makes a selection of known dimensions");
        }
        if (sourceFile.indexOf(0) >= 0 || sourceDataset.indexOf(0) >= 0) {
            throw new IllegalArgumentException("the name of a source contains a zero character");
        }
        if (Utf8.firstLoneSurrogate(sourceFile) >= 0 || Utf8.firstLoneSurrogate(sourceDataset) >= 0) {
            throw new IllegalArgumentException(
                    Printable.message("the name of a source contains a lone surrogate: \"%s\", dataset \"%s\""
                            .formatted(sourceFile, sourceDataset)));
        }
    }

    /** A mapping to a whole dataset: {@code VirtualMapping.ofWhole("day3.h5", "/t", Selection.of("3, :, :"))}. */
    public static VirtualMapping ofWhole(String sourceFile, String sourceDataset, Selection virtual) {
        return new VirtualMapping(sourceFile, sourceDataset, new Selection.All(Selection.UNKNOWN_RANK), virtual);
    }
}
