package dev.fallow.benchmarks.data;

import dev.fallow.benchmarks.data.Work.Section;
import dev.fallow.benchmarks.data.library.Codec;
import dev.fallow.benchmarks.data.library.Kind;
import dev.fallow.benchmarks.data.library.NumberType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All rows of the tables. */
public final class Works {
    /** Rewriting: what {@link Work#more} says. */
    static final String REOPENED = "reopened";

    /** Rewriting: chunks that become larger and larger. */
    static final String GROWING = "grow";

    /** An index that is a B-tree of the earliest format; otherwise it is an extensible array. */
    static final String TREE = "tree";

    /** Writing numbers of a type: the end of the name. */
    static final String WRITE = "-write";

    /** Reading them. */
    static final String READ = "-read";

    private static final String NUMBERS = "numbers";
    private static final String ARRAY = "array";
    private static final String CONTIGUOUS = "contiguous";
    private static final List<Work> ALL = build();

    private Works() {}

    private static Work plain(String name, Section section, Kind kind, String source) {
        return new Work(name, section, kind, Codec.NONE, "", source, 1, 1);
    }

    private static Work chunked(String name, Kind kind, Codec codec, int threads) {
        Section section = codec == Codec.NONE ? Section.PLAIN : Section.COMPRESSED;
        String source = kind == Kind.WRITE_FIELD ? "" : source(codec);
        return new Work(name, section, kind, codec, "", source, threads, 1);
    }

    private static String source(Codec codec) {
        return "field-" + codec.label();
    }

    private static List<Work> build() {
        List<Work> works = new ArrayList<>();
        works.add(plain("write", Section.CONTIGUOUS, Kind.WRITE_DOUBLES, ""));
        works.add(plain("read", Section.CONTIGUOUS, Kind.READ_DOUBLES, CONTIGUOUS));
        works.add(plain("overwrite", Section.CONTIGUOUS, Kind.OVERWRITE_DOUBLES, CONTIGUOUS));
        works.add(chunked("none-write", Kind.WRITE_FIELD, Codec.NONE, 1));
        works.add(chunked("none-read", Kind.READ_FIELD, Codec.NONE, 1));
        works.add(chunked("none-slices", Kind.SLICES, Codec.NONE, 1));
        works.add(chunked("deflate-1-write", Kind.WRITE_FIELD, Codec.DEFLATE_1, 1));
        works.add(chunked("deflate-1-write-two-threads", Kind.WRITE_FIELD, Codec.DEFLATE_1, 2));
        works.add(chunked("deflate-1-read", Kind.READ_FIELD, Codec.DEFLATE_1, 1));
        works.add(chunked("deflate-1-read-two-threads", Kind.READ_FIELD, Codec.DEFLATE_1, 2));
        works.add(chunked("deflate-1-slices", Kind.SLICES, Codec.DEFLATE_1, 1));
        works.add(chunked("deflate-1-slices-two-readers", Kind.TWO_READERS, Codec.DEFLATE_1, 2));
        works.add(chunked("deflate-6-read", Kind.READ_FIELD, Codec.DEFLATE_6, 1));
        works.add(chunked("lz4-read", Kind.READ_FIELD, Codec.LZ4, 1));
        works.add(chunked("lz4-write", Kind.WRITE_FIELD, Codec.LZ4, 1));
        works.add(chunked("zstd-write", Kind.WRITE_FIELD, Codec.ZSTD, 1));
        works.add(chunked("zstd-read", Kind.READ_FIELD, Codec.ZSTD, 1));
        works.add(chunked("blosc-read", Kind.READ_FIELD, Codec.BLOSC, 1));
        for (NumberType type : NumberType.values()) {
            String more = type.label();
            works.add(numbers(more + WRITE, Section.NUMBERS, Kind.WRITE_NUMBERS, more, ""));
            works.add(numbers(more + READ, Section.NUMBERS, Kind.READ_NUMBERS, more, NUMBERS + "-" + more));
        }
        for (String perCall : List.of("1", "1000")) {
            works.add(new Work("append-" + perCall, Section.APPEND, Kind.APPEND, Codec.NONE, perCall, "", 1, 1));
        }
        works.add(new Work("append-1-directly", Section.APPEND, Kind.APPEND_DIRECTLY, Codec.NONE, "1", "", 1, 1));
        for (String sizes : List.of("wander", GROWING)) {
            for (String session : List.of("one-session", REOPENED)) {
                String name = sizes + "-" + session;
                works.add(new Work(name, Section.CHURN, Kind.CHURN, Codec.DEFLATE_1, name, "", 1, 1));
            }
        }
        for (String index : List.of(TREE, ARRAY)) {
            String source = "chunks-" + index;
            works.add(many(index + "-first-element", Kind.FIRST_ELEMENT, index, source, 20));
            works.add(many(index + "-list", Kind.LIST_CHUNKS, index, source, 1));
            works.add(many(index + "-random-elements", Kind.RANDOM_ELEMENTS, index, source, 1));
            works.add(many(index + "-all-elements", Kind.ALL_ELEMENTS, index, source, 1));
            works.add(many(index + "-delete", Kind.DELETE, index, "deletable-" + index, 1));
        }
        return List.copyOf(works);
    }

    private static Work numbers(String name, Section section, Kind kind, String type, String source) {
        return new Work(name, section, kind, Codec.NONE, type, source, 1, 1);
    }

    private static Work many(String name, Kind kind, String index, String source, int repeats) {
        return new Work(name, Section.MANY, kind, Codec.NONE, index, source, 1, repeats);
    }

    /** The rows, in the order of the report. */
    public static List<Work> all() {
        return ALL;
    }

    /** How each prepared file is written. */
    public static Optional<Work> preparation(String source) {
        if (source.isEmpty()) {
            return Optional.empty();
        }
        if (source.equals(CONTIGUOUS)) {
            return Optional.of(plain(source, Section.PREPARATION, Kind.WRITE_DOUBLES, ""));
        }
        Map<String, Kind> kinds = Map.of("chunks", Kind.WRITE_CHUNKS, "deletable", Kind.WRITE_DELETABLE);
        String[] parts = source.split("-", 2);
        if (parts.length < 2) {
            return Optional.empty();
        }
        if (parts[0].equals(NUMBERS)) {
            return Optional.of(numbers(source, Section.PREPARATION, Kind.WRITE_NUMBERS, parts[1], ""));
        }
        if (kinds.containsKey(parts[0])) {
            return Optional.of(
                    new Work(source, Section.PREPARATION, kinds.get(parts[0]), Codec.NONE, parts[1], "", 1, 1));
        }
        return Optional.of(
                new Work(source, Section.PREPARATION, Kind.WRITE_FIELD, Codec.named(parts[1]), "", "", 1, 1));
    }

    /** @throws IllegalArgumentException if there is no such row or prepared file */
    public static Work named(String name) {
        return ALL.stream()
                .filter(work -> work.name().equals(name))
                .findFirst()
                .or(() -> preparation(name))
                .orElseThrow(() -> new IllegalArgumentException("no work " + name));
    }
}
