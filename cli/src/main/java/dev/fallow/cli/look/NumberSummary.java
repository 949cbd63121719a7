package dev.fallow.cli.look;

import dev.fallow.Attribute;
import dev.fallow.Conversion;
import dev.fallow.Dataset;
import dev.fallow.Hyperslab;
import dev.fallow.Progress;
import dev.fallow.RawElements;
import dev.fallow.Selection;
import dev.fallow.StorageLayout;
import dev.fallow.cli.shell.IoConsumer;
import dev.fallow.cli.shell.Values;
import dev.fallow.type.Datatype;
import dev.fallow.type.FixedPoint;
import dev.fallow.type.FloatingPoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Minimum, maximum and mean of the numbers of a dataset, a bounded number of which is in memory at a time, or a chunk. NaN and what
 * an attribute {@code _FillValue} or {@code missing_value} says is missing are counted, and are no part of the others. Without such an
 * attribute, elements with the fill value are missing: those that were never written. A fill value of zero says nothing, because it is
 * that of datasets for which nobody has chosen one.
 *
 * <p>If fewer than half of the chunks are stored, only those are read, because the elements of the others have one value: the time depends
 * on what is stored, and not on the shape.
 */
final class NumberSummary {
    /** The attributes of netCDF and CF that name a value which stands for a missing one. */
    private static final List<String> FILL = List.of("_FillValue", "missing_value");

    /** The elements that are read at a time, unless a chunk has more. */
    private static final long MOST = 1 << 20;

    private final Dataset dataset;
    private final FixedPoint integers;
    /** Whether integers are bits of unsigned ones of 8 bytes. */
    private final boolean unsigned;
    /** The fill value, as a double or as bits; nothing if there is none. */
    private final Optional<Number> fill;

    private Number least = 0;
    private Number most = 0;
    private long count;
    private long notANumber;
    private long missing;
    private double sum;
    /** What rounding has taken from the sum. */
    private double lost;

    private NumberSummary(Dataset dataset) {
        this.dataset = dataset;
        integers = dataset.datatype() instanceof FixedPoint type ? type : null;
        unsigned = integers != null && !integers.signed() && integers.size() == Long.BYTES && integers.filled();
        fill = fill();
    }

    /** Whether elements of this type are numbers. */
    static boolean isNumber(Datatype type) {
        return type instanceof FloatingPoint || type instanceof FixedPoint number && number.size() <= Long.BYTES;
    }

    /** Reads all elements of a dataset of numbers, which has a value. */
    static NumberSummary of(Dataset dataset, Progress progress) throws IOException {
        long[] shape = dataset.dimensions();
        if (shape.length > 0) {
            return of(dataset, Values.whole(shape), progress);
        }
        NumberSummary summary = new NumberSummary(dataset);
        summary.addScalar();
        return summary;
    }

    /** Reads elements of a dataset of numbers, which has dimensions. */
    static NumberSummary of(Dataset dataset, Hyperslab selected, Progress progress) throws IOException {
        NumberSummary summary = new NumberSummary(dataset);
        long all = Values.product(selected.count(), 0);
        long chunk = Values.product(dataset.chunkDimensions(), 0);
        long[] chunks = {0};
        if (dataset.layout() == StorageLayout.CHUNKED) {
            dataset.forEachChunk(each -> chunks[0]++);
        }
        boolean sparse = dataset.layout() == StorageLayout.CHUNKED && chunks[0] < all / chunk / 2;
        long[] done = {0};
        IoConsumer<Hyperslab> visitor = part -> {
            summary.add(part);
            done[0] += Values.product(part.count(), 0);
            progress.at(done[0], sparse ? Math.max(done[0], chunks[0] * chunk) : all);
        };
        if (!sparse) {
            summary.forEachBlock(selected, visitor);
            return summary;
        }
        dataset.forEachChunk(each -> summary.visit(each.offset(), selected, visitor));
        summary.addFill(all - done[0]);
        progress.at(all, all);
        return summary;
    }

    /** Visits the selected elements of a chunk. */
    private void visit(long[] offset, Hyperslab selected, IoConsumer<Hyperslab> visitor) {
        long[] chunk = dataset.chunkDimensions();
        long[] start = selected.start().clone();
        long[] count = selected.count().clone();
        for (int i = 0; i < start.length; i++) {
            long step = selected.stride()[i];
            long first = Math.max(0, ceiling(offset[i] - start[i], step));
            long end = Math.min(count[i], ceiling(offset[i] + chunk[i] - start[i], step));
            if (end <= first) {
                return; // it has none
            }
            start[i] += first * step;
            count[i] = end - first;
        }
        try {
            Values.forEachPart(new Hyperslab(start, selected.stride(), count, selected.block()), MOST, visitor);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long ceiling(long number, long step) {
        return -Math.floorDiv(-number, step);
    }

    /** Adds elements that have no chunk: all of them have the fill value of the dataset. */
    private void addFill(long elements) {
        long counted = count;
        long nan = notANumber;
        Number value = (Number) dataset.fillValue();
        if (integers == null) {
            add(new double[] {value.doubleValue()});
        } else {
            add(new long[] {value.longValue()});
        }
        if (notANumber > nan) {
            notANumber += elements - 1;
        } else if (count > counted) {
            count += elements - 1;
            addToSum(value.doubleValue() * (elements - 1));
        } else {
            missing += elements - 1;
        }
    }

    private Optional<Number> fill() {
        for (String name : FILL) {
            if (dataset.hasAttribute(name)) {
                Attribute attribute = dataset.attribute(name);
                boolean single = !attribute.isNull() && Values.product(attribute.dimensions(), 0) == 1;
                if (single && isNumber(attribute.datatype())) {
                    return Optional.of(one(attribute));
                }
            }
        }
        Number stored = (Number) dataset.fillValue();
        boolean chosen = stored.doubleValue() != 0 && !Double.isNaN(stored.doubleValue());
        return chosen ? Optional.of(integers == null ? stored : stored.longValue()) : Optional.empty();
    }

    private Number one(Attribute attribute) {
        if (integers == null) {
            return attribute.read(double[].class, Conversion.ROUNDING)[0];
        } else if (unsigned && attribute.datatype().equals(integers)) {
            return ByteBuffer.wrap(attribute.read(RawElements.class).bytes())
                    .order(integers.order())
                    .getLong();
        }
        return attribute.read(long[].class, Conversion.ROUNDING)[0];
    }

    private void addScalar() {
        if (unsigned) {
            add(bits(dataset.read(Selection.all(), RawElements.class, Conversion.ROUNDING)
                    .bytes()));
        } else if (integers != null) {
            add(dataset.read(Selection.all(), long[].class, Conversion.ROUNDING));
        } else {
            add(dataset.read(Selection.all(), double[].class, Conversion.ROUNDING));
        }
    }

    private void add(Selection part) {
        if (unsigned) {
            add(bits(dataset.read(part, RawElements.class, Conversion.ROUNDING).bytes()));
        } else if (integers != null) {
            add(dataset.read(part, long[].class, Conversion.ROUNDING));
        } else {
            add(dataset.read(part, double[].class, Conversion.ROUNDING));
        }
    }

    private long[] bits(byte[] bytes) {
        long[] bits = new long[bytes.length / Long.BYTES];
        ByteBuffer.wrap(bytes).order(integers.order()).asLongBuffer().get(bits);
        return bits;
    }

    /** Visits blocks that, if all elements are selected, consist of whole chunks, so that none is decoded twice, unless it is large. */
    private void forEachBlock(Hyperslab selected, IoConsumer<Hyperslab> visitor) throws IOException {
        long[] shape = selected.count();
        if (Values.product(shape, 0) == 0) {
            return;
        }
        long[] chunk = dataset.chunkDimensions();
        if (chunk.length == 0 || !Arrays.equals(shape, dataset.dimensions())) {
            Values.forEachPart(selected, MOST, visitor);
            return;
        }
        long[] block = new long[shape.length];
        long elements = Values.product(chunk, 0);
        for (int i = shape.length - 1; i >= 0; i--) {
            long chunks = Math.max(1, Math.min(MOST / elements, (shape[i] - 1) / chunk[i] + 1));
            block[i] = chunk[i] * chunks;
            elements *= chunks;
        }
        blocks(selected, block, 0, visitor);
    }

    private static void blocks(Hyperslab part, long[] block, int dimension, IoConsumer<Hyperslab> visitor)
            throws IOException {
        if (dimension == block.length) {
            Values.forEachPart(part, MOST, visitor);
            return;
        }
        for (long from = 0; from < part.count()[dimension]; from += block[dimension]) {
            long[] start = part.start().clone();
            long[] count = part.count().clone();
            start[dimension] = from;
            count[dimension] = Math.min(block[dimension], count[dimension] - from);
            blocks(new Hyperslab(start, part.stride(), count, part.block()), block, dimension + 1, visitor);
        }
    }

    private void add(double[] numbers) {
        double fillValue = fill.map(Number::doubleValue).orElse(Double.NaN);
        double low = count == 0 ? Double.POSITIVE_INFINITY : least.doubleValue();
        double high = count == 0 ? Double.NEGATIVE_INFINITY : most.doubleValue();
        for (double number : numbers) {
            if (number != number) {
                notANumber++;
            } else if (number == fillValue) {
                missing++;
            } else {
                count++;
                low = Math.min(low, number);
                high = Math.max(high, number);
                addToSum(number);
            }
        }
        least = low;
        most = high;
    }

    private void add(long[] numbers) {
        boolean hasFill = fill.isPresent();
        long fillValue = fill.map(Number::longValue).orElse(0L);
        long flip = unsigned ? Long.MIN_VALUE : 0; // makes the order of unsigned numbers that of signed ones
        long low = count == 0 ? Long.MAX_VALUE : least.longValue() ^ flip;
        long high = count == 0 ? Long.MIN_VALUE : most.longValue() ^ flip;
        for (long number : numbers) {
            if (hasFill && number == fillValue) {
                missing++;
            } else {
                count++;
                low = Math.min(low, number ^ flip);
                high = Math.max(high, number ^ flip);
                addToSum(unsigned && number < 0 ? (number >>> 1) * 2.0 + (number & 1) : number);
            }
        }
        least = low ^ flip;
        most = high ^ flip;
    }

    /** As Neumaier does. */
    private void addToSum(double number) {
        double next = sum + number;
        lost += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
        sum = next;
    }

    /** The numbers that are neither NaN nor missing. */
    long count() {
        return count;
    }

    /** The smallest number; of no meaning if there is none. */
    Number minimum() {
        return number(least);
    }

    /** The largest number; of no meaning if there is none. */
    Number maximum() {
        return number(most);
    }

    /** The mean; NaN if there is no number. */
    double mean() {
        double total = Double.isFinite(sum) ? sum + lost : sum;
        return count == 0 ? Double.NaN : total / count;
    }

    /** Whether the type has a NaN. */
    boolean canBeNaN() {
        return integers == null;
    }

    /** The number of elements that are NaN. */
    long notANumber() {
        return notANumber;
    }

    /** The value that stands for a missing one; nothing if there is none. */
    Optional<Number> fillValue() {
        return fill.map(this::number);
    }

    /** The number of elements with this value. */
    long missing() {
        return missing;
    }

    /** As the type has it: unsigned ones as such, and floats as floats. */
    private Number number(Number stored) {
        if (unsigned) {
            return new BigInteger(Long.toUnsignedString(stored.longValue()));
        }
        return integers == null && dataset.datatype().size() == Float.BYTES ? (Number) stored.floatValue() : stored;
    }
}
