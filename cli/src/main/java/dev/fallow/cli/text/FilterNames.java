package dev.fallow.cli.text;

import dev.fallow.filter.FilterSetting;
import dev.fallow.filter.Filters;

/** Names of filters. */
public final class FilterNames {
    private FilterNames() {}

    /** The name of a filter; {@code filter-NUMBER} if it is not known. */
    public static String of(int id) {
        return switch (id) {
            case Filters.DEFLATE -> "deflate";
            case Filters.SHUFFLE -> "shuffle";
            case Filters.FLETCHER32 -> "fletcher32";
            case Filters.SZIP -> "szip";
            case Filters.NBIT -> "nbit";
            case Filters.SCALE_OFFSET -> "scaleoffset";
            case Filters.BZIP2 -> "bzip2";
            case Filters.LZF -> "lzf";
            case Filters.BLOSC -> "blosc";
            case Filters.LZ4 -> "lz4";
            case Filters.BITSHUFFLE -> "bitshuffle";
            case Filters.ZSTD -> "zstd";
            case Filters.BLOSC2 -> "blosc2";
            default -> "filter-" + id;
        };
    }

    /** The name of a filter, and its level if it has one: {@code deflate-4}. */
    public static String of(FilterSetting setting) {
        boolean level =
                setting.id() == Filters.DEFLATE || setting.id() == Filters.ZSTD || setting.id() == Filters.BZIP2;
        int[] values = setting.values();
        return level && values.length > 0 ? of(setting.id()) + "-" + values[0] : of(setting.id());
    }
}
