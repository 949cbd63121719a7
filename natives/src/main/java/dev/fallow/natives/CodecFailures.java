package dev.fallow.natives;

import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.FilterException;

/** The messages of codecs that fail. */
final class CodecFailures {
    private CodecFailures() {}

    static FilterException decoding(CodecFormat format, int length, int from, int room, Throwable cause) {
        return new FilterException(
                "invalid " + format + " data in " + length + " bytes at " + from + ", or more than " + room + " bytes: "
                        + cause.getMessage(),
                cause);
    }

    static FilterException encoding(CodecFormat format, int length, Throwable cause) {
        return new FilterException(
                "expected to encode " + length + " bytes as " + format + ", found " + cause.getMessage(), cause);
    }
}
