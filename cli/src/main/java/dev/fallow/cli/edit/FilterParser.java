package dev.fallow.cli.edit;

import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;
import dev.fallow.filter.Filters.BitshuffleCodec;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads filters: a name, and for some a number, such as {@code deflate=4}. */
public final class FilterParser implements ITypeConverter<FilterSetting> {
    /** What is understood, for help. */
    static final String NAMES =
            "shuffle, deflate=0..9, lzf, fletcher32, scaleoffset=N, nbit, lz4, zstd=1..22, bzip2=1..9, bitshuffle";

    private static final int DEFLATE_LEVEL = 4;
    private static final int ZSTD_LEVEL = 3;
    private static final int BZIP2_LEVEL = 9;

    /** Instantiated by picocli. */
    public FilterParser() {}

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
                default -> number == null ? withoutNumber(name) : null;
            };
            if (setting != null) {
                return setting;
            }
        } catch (NumberFormatException e) {
            throw failure(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
        throw failure(text);
    }

    private static FilterSetting withoutNumber(String name) {
        return switch (name) {
            case "shuffle" -> Filters.shuffle();
            case "lzf" -> Filters.lzf();
            case "fletcher32" -> Filters.fletcher32();
            case "nbit" -> Filters.nbit();
            case "lz4" -> Filters.lz4();
            case "bitshuffle" -> Filters.bitshuffle(BitshuffleCodec.LZ4);
            default -> null;
        };
    }

    private static TypeConversionException failure(String text) {
        return new TypeConversionException("expected one of " + NAMES + ", found " + text);
    }
}
