package dev.fallow.benchmarks.data.library;

import java.util.Arrays;

/** How chunks are stored. All but {@link #NONE} follow a shuffle. */
public enum Codec {
    /** As they are. */
    NONE("none"),
    /** Deflate, level 1. */
    DEFLATE_1("deflate-1"),
    /** Deflate, level 6. */
    DEFLATE_6("deflate-6"),
    /** LZ4. */
    LZ4("lz4"),
    /** Zstandard, level 3. */
    ZSTD("zstd"),
    /** Blosc with LZ4, level 5, and its own shuffle. */
    BLOSC("blosc");

    private final String label;

    Codec(String label) {
        this.label = label;
    }

    /** The name in rows and files. */
    public String label() {
        return label;
    }

    /** Whether every library has it: none or deflate. */
    public boolean isCommon() {
        return this == NONE || this == DEFLATE_1 || this == DEFLATE_6;
    }

    /** The level of deflate. */
    public int level() {
        return this == DEFLATE_1 ? 1 : 6;
    }

    /** @throws IllegalArgumentException if there is no such codec */
    public static Codec named(String label) {
        return Arrays.stream(values())
                .filter(codec -> codec.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no codec " + label));
    }
}
