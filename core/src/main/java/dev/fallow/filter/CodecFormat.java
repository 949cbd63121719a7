package dev.fallow.filter;

/** What a codec of a library encodes to. */
public enum CodecFormat {
    /** A zlib stream (RFC 1950). */
    ZLIB("zlib"),
    /** An LZ4 block, without its length. */
    LZ4("LZ4"),
    /** A Zstandard frame (RFC 8878). */
    ZSTD("Zstandard"),
    /** A Snappy block, with its length. */
    SNAPPY("Snappy");

    private final String text;

    CodecFormat(String text) {
        this.text = text;
    }

    /** The name of the format. */
    @Override
    public String toString() {
        return text;
    }
}
