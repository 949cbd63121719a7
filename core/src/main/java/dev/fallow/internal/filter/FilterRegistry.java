package dev.fallow.internal.filter;

import dev.fallow.filter.Filter;
import dev.fallow.filter.Filters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** Finds filters by their identification: those built in, then those that are provided as services. */
public final class FilterRegistry {
    private static final List<Filter> BUILT_IN = List.of(
            new Deflate(), new Shuffle(), new Fletcher32(), new Szip(), new NBit(), new ScaleOffset(), new Lzf());

    /** Filters of the module fallow-filters. */
    private static final Map<Integer, String> IN_MODULE = Map.of(
            Filters.BZIP2, "bzip2",
            Filters.BLOSC, "blosc",
            Filters.LZ4, "lz4",
            Filters.BITSHUFFLE, "bitshuffle",
            Filters.ZSTD, "zstd",
            Filters.BLOSC2, "blosc2");

    /** Names of registered filters that nothing here implements. */
    private static final Map<Integer, String> KNOWN = Map.ofEntries(
            Map.entry(305, "lzo"),
            Map.entry(32002, "mafisc"),
            Map.entry(32003, "snappy"),
            Map.entry(32005, "apax"),
            Map.entry(32006, "cbf"),
            Map.entry(32007, "jpeg-xr"),
            Map.entry(32009, "spdp"),
            Map.entry(32010, "lpc-rice"),
            Map.entry(32011, "ccsds-123"),
            Map.entry(32012, "jpeg-ls"),
            Map.entry(32013, "zfp"),
            Map.entry(32014, "fpzip"),
            Map.entry(32016, "b3d"),
            Map.entry(32017, "sz"),
            Map.entry(32018, "fcidecomp"),
            Map.entry(32019, "jpeg"),
            Map.entry(32020, "vbz"),
            Map.entry(32021, "fapec"),
            Map.entry(32022, "bitgroom"),
            Map.entry(32023, "granular bitround"),
            Map.entry(32024, "sz3"),
            Map.entry(32025, "delta-rice"),
            Map.entry(32027, "flac"),
            Map.entry(32028, "sperr"),
            Map.entry(32029, "trpx"),
            Map.entry(32030, "ffmpeg"),
            Map.entry(32031, "jpeg 2000"),
            Map.entry(32032, "lcp"),
            Map.entry(32033, "htj2k"));

    private FilterRegistry() {}

    /** The services are looked for when the first filter that is not built in is needed. */
    private static final class Provided {
        private static final Services<Filter> SERVICES =
                Services.of(ServiceLoader.load(Filter.class, Filter.class.getClassLoader()));
        private static final Map<Integer, Filter> FILTERS = new HashMap<>();

        static {
            SERVICES.found().forEach(each -> FILTERS.putIfAbsent(each.id(), each));
        }
    }

    /** The filter, or null if there is none. */
    public static Filter find(int id) {
        for (Filter each : BUILT_IN) {
            if (each.id() == id) {
                return each;
            }
        }
        return Provided.FILTERS.get(id);
    }

    /**
     * The filter.
     *
     * @throws MissingFilterException if there is none; the message names it if it is a registered one
     */
    public static Filter get(int id) throws MissingFilterException {
        Filter found = find(id);
        if (found == null) {
            throw new MissingFilterException(missing(id));
        }
        return found;
    }

    /** The name of a filter, also of a registered one that is not available; empty if it is not known. */
    public static String name(int id) {
        Filter found = find(id);
        return found != null ? found.name() : IN_MODULE.getOrDefault(id, KNOWN.getOrDefault(id, ""));
    }

    /** Why a filter is not available, for messages. */
    static String missing(int id) {
        String problems = Provided.SERVICES.notLoaded();
        String inModule = IN_MODULE.get(id);
        if (inModule != null) {
            return "filter " + id + " (" + inModule
                    + ") is not available: the module fallow-filters has it, which is not on the class path or module path"
                    + problems;
        }
        String known = KNOWN.get(id);
        return "filter " + id + (known == null ? "" : " (" + known + ")")
                + " is not available: neither built in nor provided as a service of type " + Filter.class.getName()
                + problems;
    }
}
