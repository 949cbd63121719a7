package dev.fallow.report;

/**
 * A library with codecs for a format, and whether it is used in this JVM.
 *
 * @param format what it encodes to, such as {@code LZ4}
 * @param library its name
 * @param isNative whether its codecs are native code
 * @param isUsed whether it is used, at once or after some bytes
 * @param note when it is used, or why it is not
 */
public record CodecReport(String format, String library, boolean isNative, boolean isUsed, String note) {}
