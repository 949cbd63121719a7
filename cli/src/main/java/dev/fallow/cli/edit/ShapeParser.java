package dev.fallow.cli.edit;

import dev.fallow.options.DatasetOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads dimensions: {@code 100,3}, with {@code none} for a dimension without a limit. */
public final class ShapeParser implements ITypeConverter<long[]> {
    /** Instantiated by picocli. */
    public ShapeParser() {}

    @Override
    public long[] convert(String text) {
        String inner = text.strip().replaceAll("^[(\\[]|,?[)\\]]$", "");
        if (inner.isBlank()) {
            return new long[0];
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
        return numbers;
    }
}
