package dev.fallow.cli.map;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The results of a replay as bars: a block for each figure, a bar for each backend. */
public final class ReplayPicture {
    private static final int WIDTH = 720;
    private static final int LEFT = 12;
    private static final int LABELS = 110;
    private static final int NUMBERS = 130;
    private static final int TOP = 56;
    private static final int BAR = 18;
    private static final int BETWEEN_BLOCKS = 34;
    private static final int TEXT = 0x222222;
    private static final int GREY = 0x777777;
    private static final int FILL = 0x1F5FA8;
    private static final String SVG = ".svg";
    private static final String PNG = ".png";

    private ReplayPicture() {}

    /**
     * A figure of all backends.
     *
     * @param title what it is, with its unit
     * @param values in the order of the backends
     */
    public record Figure(String title, List<Double> values) {}

    /** Whether a picture can have this name. */
    public static boolean isName(Path file) {
        return lowerCase(file).endsWith(SVG) || lowerCase(file).endsWith(PNG);
    }

    private static String lowerCase(Path file) {
        return file.getFileName().toString().toLowerCase(Locale.ROOT);
    }

    /**
     * Writes a picture; an existing file is replaced.
     *
     * @param file whose name ends with {@code .svg} or {@code .png}
     */
    public static void write(Path file, String title, String below, List<String> backends, List<Figure> figures)
            throws IOException {
        int height = TOP + figures.size() * (BETWEEN_BLOCKS + backends.size() * BAR);
        Drawing drawing = lowerCase(file).endsWith(SVG) ? new SvgDrawing(WIDTH, height) : new PngDrawing(WIDTH, height);
        drawing.text(LEFT, 22, 16, TEXT, title);
        drawing.text(LEFT, 40, 12, GREY, below);
        double y = TOP;
        for (Figure figure : figures) {
            drawing.text(LEFT, y + 14, 12, TEXT, figure.title);
            y += 20;
            double most = figure.values.stream().mapToDouble(each -> each).max().orElse(0);
            for (int i = 0; i < backends.size(); i++) {
                double value = figure.values.get(i);
                double width = most > 0 ? (WIDTH - LEFT - LABELS - NUMBERS) * value / most : 0;
                drawing.text(LEFT, y + 13, 12, GREY, backends.get(i));
                drawing.rectangle(LEFT + LABELS, y + 3, width, BAR - 4, FILL);
                drawing.text(LEFT + LABELS + width + 6, y + 13, 12, TEXT, String.format(Locale.ROOT, "%,.0f", value));
                y += BAR;
            }
            y += BETWEEN_BLOCKS - 20;
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            drawing.write(out);
        }
    }
}
