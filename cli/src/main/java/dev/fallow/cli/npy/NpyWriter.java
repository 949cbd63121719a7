package dev.fallow.cli.npy;

import dev.fallow.ContainerException;
import dev.fallow.Conversion;
import dev.fallow.Dataset;
import dev.fallow.Hyperslab;
import dev.fallow.Progress;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.cli.shell.Values;
import dev.fallow.type.Compound;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedString;
import dev.fallow.type.StringPadding;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Writes the elements of a dataset as numpy saves an array: in C order, in the order of bytes that they have. */
public final class NpyWriter {
    private final Dataset dataset;
    /** The elements to write; nothing for all elements of what has no dimensions. */
    private final Optional<Hyperslab> part;

    private final byte[] header;
    private final List<Texts> texts = new ArrayList<>();
    private final int size;

    /** Fixed strings in each element, whose padding is not that of numpy. */
    private record Texts(int offset, int length, StringPadding padding) {}

    /**
     * @param part the elements to write; nothing for all elements of what has no dimensions
     * @param dimensions of the array; nothing for a null dataspace
     * @param name of the dataset, for messages
     * @throws ContainerException if npy has no form for the elements, or there is no value
     */
    public NpyWriter(Dataset dataset, Optional<Hyperslab> part, Optional<long[]> dimensions, String name) {
        this.dataset = dataset;
        this.part = part;
        if (dimensions.isEmpty()) {
            throw new ContainerException(name + " has no value (a null dataspace), which npy cannot express");
        }
        List<Long> shape = new ArrayList<>();
        Arrays.stream(dimensions.get()).forEach(shape::add);
        Datatype base = NpyType.elements(dataset.datatype(), shape);
        header = NpyHeader.write(NpyType.descr(base, name), shape);
        size = (int) base.size();
        collect(base, 0);
    }

    private void collect(Datatype type, long offset) {
        if (type instanceof FixedString text && text.padding() != StringPadding.NULL_PADDED) {
            texts.add(new Texts((int) offset, (int) text.size(), text.padding()));
        } else if (type instanceof Compound compound) {
            for (Compound.Member member : compound.members()) {
                List<Long> dimensions = new ArrayList<>(member.legacyDimensions());
                Datatype base = NpyType.elements(member.type(), dimensions);
                long count = dimensions.stream().reduce(1L, (one, other) -> one * other);
                for (long i = 0; i < count && hasTexts(base); i++) {
                    collect(base, offset + member.offset() + i * base.size());
                }
            }
        }
    }

    private static boolean hasTexts(Datatype type) {
        return type instanceof FixedString || type instanceof Compound;
    }

    /** Writes the header and the elements, a bounded number of which is in memory at a time. */
    public void write(OutputStream out, Progress progress) throws IOException {
        out.write(header);
        if (part.isEmpty()) {
            out.write(padded(dataset.read(Selection.all(), RawElements.class, Conversion.ROUNDING)
                    .bytes()));
            return;
        }
        long[] count = part.get().count();
        long elements = Values.product(count, 0);
        if (elements > 0) {
            long[] done = {0};
            Values.forEachPart(part.get(), NpySlabs.elements(dataset, count), each -> {
                byte[] bytes = padded(dataset.read((Selection) each, RawElements.class, Conversion.ROUNDING)
                        .bytes());
                out.write(bytes);
                done[0] += bytes.length;
                progress.at(done[0], elements * dataset.datatype().size());
            });
        }
    }

    /** What is behind a string becomes zeros, which numpy takes for no part of it. */
    private byte[] padded(byte[] elements) {
        for (Texts each : texts) {
            for (int from = each.offset; from < elements.length; from += size) {
                int end = from + each.length;
                int at = from;
                if (each.padding == StringPadding.NULL_TERMINATED) {
                    while (at < end && elements[at] != 0) {
                        at++;
                    }
                } else {
                    at = end;
                    while (at > from && elements[at - 1] == ' ') {
                        at--;
                    }
                }
                Arrays.fill(elements, at, end, (byte) 0);
            }
        }
        return elements;
    }
}
