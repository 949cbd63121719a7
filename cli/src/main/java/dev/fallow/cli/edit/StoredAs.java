package dev.fallow.cli.edit;

import dev.fallow.DatasetOptions;
import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.filter.Filters.BitshuffleCodec;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of commands that create a dataset: how it is stored. */
final class StoredAs {
    /** The approximate size in bytes of chunks without a given shape. */
    private static final long CHUNK_BYTES = 256 << 10;

    @Option(
            names = "--chunk",
            paramLabel = "N,N",
            converter = ShapeParser.class,
            description = "The dimensions of a chunk. Default with --max-shape or --filter: about 256 KiB.")
    private Dimensions chunk;

    @Option(
            names = "--max-shape",
            paramLabel = "N,N",
            converter = ShapeParser.class,
            description = "The limits of the dimensions, none for no limit.")
    private Dimensions limits;

    @Option(
            names = "--filter",
            paramLabel = "FILTER",
            converter = FilterParser.class,
            description = "A filter; may be repeated, in the order of writing: " + FilterParser.NAMES + ".")
    private List<FilterSetting> filters = List.of();

    /** Dimensions, -1 for one without a limit: not an array, which picocli would take for several values. */
    record Dimensions(long... sizes) {}

    /** The options for elements of this size, in bytes. */
    DatasetOptions options(long[] shape, long size) {
        if (chunk == null && limits == null && filters.isEmpty()) {
            return DatasetOptions.defaults();
        } else if (shape.length == 0) {
            throw new IllegalArgumentException("a scalar has no chunks, filters or limits");
        }
        DatasetOptions options = DatasetOptions.defaults()
                .withChunks(chunk == null ? chunkOf(shape, size) : chunk.sizes())
                .withFilters(filters.toArray(FilterSetting[]::new));
        return limits == null ? options : options.withMaxDimensions(limits.sizes());
    }

    /** Whole rows of the last dimensions, of about {@link #CHUNK_BYTES} in total. */
    private static long[] chunkOf(long[] shape, long size) {
        long[] chunk = new long[shape.length];
        Arrays.fill(chunk, 1);
        long bytes = size;
        for (int i = shape.length - 1; i >= 0 && bytes < CHUNK_BYTES; i--) {
            chunk[i] = Math.max(1, Math.min(shape[i], CHUNK_BYTES / bytes));
            bytes *= chunk[i];
        }
        return chunk;
    }

    /** Reads filters: a name, and for some a number, such as {@code deflate=4}. */
    static final class FilterParser implements ITypeConverter<FilterSetting> {
        /** What is understood, for help. */
        static final String NAMES =
                "shuffle, deflate=0..9, lzf, fletcher32, scaleoffset=N, nbit, lz4, zstd=1..22, bzip2=1..9, bitshuffle";

        private static final int DEFLATE_LEVEL = 4;
        private static final int ZSTD_LEVEL = 3;
        private static final int BZIP2_LEVEL = 9;

        @Override
        public FilterSetting convert(String text) {
            int equals = text.indexOf('=');
            String name = equals < 0 ? text : text.substring(0, equals);
            try {
                Integer number = equals < 0 ? null : Integer.valueOf(text.substring(equals + 1));
                FilterSetting setting = switch (name) {
                    case "deflate", "gzip" -> Filters.deflate(number == null ? DEFLATE_LEVEL : number);
                    case "zstd" -> Filters.zstd(number == null ? ZSTD_LEVEL : number);
                    case "bzip2" -> Filters.bzip2(number == null ? BZIP2_LEVEL : number);
                    case "scaleoffset" -> Filters.scaleOffset(number == null ? 0 : number);
                    default ->
                        number != null
                                ? null
                                : switch (name) {
                                    case "shuffle" -> Filters.shuffle();
                                    case "lzf" -> Filters.lzf();
                                    case "fletcher32" -> Filters.fletcher32();
                                    case "nbit" -> Filters.nbit();
                                    case "lz4" -> Filters.lz4();
                                    case "bitshuffle" -> Filters.bitshuffle(BitshuffleCodec.LZ4);
                                    default -> null;
                                };
                };
                if (setting != null) {
                    return setting;
                }
            } catch (NumberFormatException e) {
                // is no filter
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
            throw new TypeConversionException("expected one of " + NAMES + ", found " + text);
        }
    }

    /** Reads dimensions: {@code 100,3}, with {@code none} for a dimension without a limit. */
    static final class ShapeParser implements ITypeConverter<Dimensions> {
        @Override
        public Dimensions convert(String text) {
            String inner = text.strip().replaceAll("^[(\\[]|,?[)\\]]$", "");
            if (inner.isBlank()) {
                return new Dimensions();
            }
            String[] parts = inner.split(",", -1);
            long[] numbers = new long[parts.length];
            for (int i = 0; i < parts.length; i++) {
                String part = parts[i].strip();
                if (part.equalsIgnoreCase("none")) {
                    numbers[i] = DatasetOptions.UNLIMITED;
                } else if (part.matches("[0-9]{1,18}")) {
                    numbers[i] = Long.parseLong(part);
                } else {
                    throw new TypeConversionException("expected dimensions such as 100,3, found " + text);
                }
            }
            return new Dimensions(numbers);
        }
    }
}
