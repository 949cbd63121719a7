package dev.fallow.cli.edit;

import dev.fallow.options.DatasetOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads dimensions: {@code 100,3}, with {@code none} for a dimension without a limit. */
public final class ShapeParser implements ITypeConverter<ShapeParser.Dimensions> {
    /**
     * Dimensions: not an array, which picocli would take for several values.
     *
     * @param sizes -1 for one without a limit
     */
    record Dimensions(long... sizes) {}

    /** Instantiated by picocli. */
    public ShapeParser() {}

    @Override
    public Dimensions convert(String text) {
        String inner = text.strip().replaceAll("^[(\\[]|,?[)\\]]$", "");
        if (inner.isBlank()) {
            return new Dimensions();
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
        return new Dimensions(numbers);
    }
}
