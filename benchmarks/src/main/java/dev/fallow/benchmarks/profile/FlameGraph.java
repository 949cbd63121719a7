package dev.fallow.benchmarks.profile;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A flame graph: a box per frame, as wide as the part of the samples that has it, above its caller. Boxes side by side are
 * in alphabetical order; the horizontal axis is not time.
 */
final class FlameGraph {
    private static final double WIDTH = 1_200;
    private static final double ROW = 15;
    private static final double TOP = 30;
    private static final double LETTER = 6.2;
    /** Narrower boxes are left out. */
    private static final double NARROWEST = 2;

    private final Frame root = new Frame();

    /** The samples that have the frames from the root to this one. */
    private static final class Frame {
        private final Map<String, Frame> callees = new TreeMap<>();
        private int samples;

        private int depth(double samplesOfNarrowest) {
            int depth = 0;
            for (Frame callee : callees.values()) {
                if (callee.samples >= samplesOfNarrowest) {
                    depth = Math.max(depth, 1 + callee.depth(samplesOfNarrowest));
                }
            }
            return depth;
        }
    }

    /** Adds a sample. */
    void add(List<String> outermostFirst) {
        Frame frame = root;
        frame.samples++;
        for (String name : outermostFirst) {
            frame = frame.callees.computeIfAbsent(name, any -> new Frame());
            frame.samples++;
        }
    }

    /** The number of samples. */
    int samples() {
        return root.samples;
    }

    /** The drawing. */
    String svg(String title) {
        double narrowest = NARROWEST * root.samples / WIDTH;
        double height = TOP + ROW * root.depth(narrowest) + ROW;
        StringBuilder svg = new StringBuilder();
        svg.append(text(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" font-family=\"monospace\" font-size=\"10\">%n",
                WIDTH, height));
        svg.append(text("<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n"));
        svg.append(
                text("<text x=\"4\" y=\"16\" font-size=\"13\">%s, %d samples</text>%n", escaped(title), root.samples));
        draw(svg, root, 0, height - ROW, narrowest);
        return svg.append("</svg>\n").toString();
    }

    private void draw(StringBuilder svg, Frame caller, double left, double bottom, double narrowest) {
        double x = left;
        for (Map.Entry<String, Frame> entry : caller.callees.entrySet()) {
            Frame frame = entry.getValue();
            double width = WIDTH * frame.samples / root.samples;
            if (frame.samples >= narrowest) {
                box(svg, entry.getKey(), frame, x, bottom, width);
                draw(svg, frame, x, bottom - ROW, narrowest);
            }
            x += width;
        }
    }

    private void box(StringBuilder svg, String name, Frame frame, double x, double bottom, double width) {
        svg.append(text(
                "<g><title>%s: %.1f %%</title><rect x=\"%.1f\" y=\"%.0f\" width=\"%.1f\" height=\"14\" fill=\"hsl(%d,80%%,70%%)\"/>",
                escaped(name),
                100.0 * frame.samples / root.samples,
                x,
                bottom - ROW,
                width,
                20 + Math.floorMod(name.hashCode(), 40)));
        int letters = (int) ((width - 4) / LETTER);
        if (letters >= 3) {
            String shown = name.length() <= letters ? name : name.substring(0, letters - 1) + "\u2026";
            svg.append(text("<text x=\"%.1f\" y=\"%.0f\">%s</text>", x + 2, bottom - 4, escaped(shown)));
        }
        svg.append(text("</g>%n"));
    }

    private static String text(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
