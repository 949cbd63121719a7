package dev.fallow.cli.shell;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A format in which other programs read and write arrays. */
public enum ExchangeFormat {
    /** An array of numpy. */
    NPY,
    /** Comma-separated values. */
    CSV;

    /** The name of a file that stands for standard input or output. */
    public static final String STANDARD = "-";

    /** The format that the ending of a file name says; CSV for standard input and output. */
    public static Optional<ExchangeFormat> ofName(String file) {
        String name = file.toLowerCase(Locale.ROOT);
        return file.equals(STANDARD)
                ? Optional.of(CSV)
                : Arrays.stream(values())
                        .filter(each -> name.endsWith("." + each.label()))
                        .findFirst();
    }

    /** The name of the format, which is also the ending of its files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads the name of a format. */
    public static final class Parser implements ITypeConverter<ExchangeFormat> {
        @Override
        public ExchangeFormat convert(String text) {
            return Arrays.stream(values())
                    .filter(each -> each.label().equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("expected npy or csv, found " + text));
        }
    }
}
