package dev.fallow.cli.space;

import dev.fallow.NameText;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.imageio.ImageIO;

/** A picture of rectangles and lines of text. */
interface Drawing {
    /** Fills a rectangle. */
    void rectangle(double x, double y, double width, double height, int colour);

    /** Draws the border of a rectangle. */
    void frame(double x, double y, double width, double height, int colour);

    /** Writes a line; y is its base line. */
    void text(double x, double y, int size, int colour, String text);

    /** Writes the picture. */
    void write(OutputStream out) throws IOException;

    /** A picture of this size, as SVG or as PNG. */
    static Drawing of(boolean svg, int width, int height) {
        return svg ? new Svg(width, height) : new Png(width, height);
    }

    /** A picture as SVG. */
    final class Svg implements Drawing {
        private final StringBuilder out = new StringBuilder();

        Svg(int width, int height) {
            out.append(String.format(
                    Locale.ROOT,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$d %2$d\" width=\"%1$d\" height=\"%2$d\""
                            + " font-family=\"sans-serif\" shape-rendering=\"crispEdges\">%n",
                    width,
                    height));
            rectangle(0, 0, width, height, 0xFFFFFF);
        }

        private static String number(double value) {
            String text = String.format(Locale.ROOT, "%.2f", value);
            return text.endsWith(".00") ? text.substring(0, text.length() - 3) : text;
        }

        private void box(double x, double y, double width, double height, String paint, int colour) {
            out.append("<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" %s=\"#%06X\"/>\n"
                    .formatted(number(x), number(y), number(width), number(height), paint, colour));
        }

        @Override
        public void rectangle(double x, double y, double width, double height, int colour) {
            box(x, y, width, height, "fill", colour);
        }

        @Override
        public void frame(double x, double y, double width, double height, int colour) {
            box(x, y, width, height, "fill=\"none\" stroke", colour);
        }

        @Override
        public void text(double x, double y, int size, int colour, String text) {
            String safe = NameText.printable(text)
                    .replace("&", "&amp;")
                    .replace("<", "&lt;")
                    .replace(">", "&gt;");
            out.append("<text x=\"%s\" y=\"%s\" font-size=\"%d\" fill=\"#%06X\">%s</text>\n"
                    .formatted(number(x), number(y), size, colour, safe));
        }

        @Override
        public void write(OutputStream stream) throws IOException {
            stream.write((out + "</svg>\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** A picture as PNG. */
    final class Png implements Drawing {
        private final BufferedImage image;
        private final Graphics2D graphics;

        Png(int width, int height) {
            System.setProperty("java.awt.headless", "true");
            image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
            graphics = image.createGraphics();
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            rectangle(0, 0, width, height, 0xFFFFFF);
        }

        @Override
        public void rectangle(double x, double y, double width, double height, int colour) {
            graphics.setColor(new Color(colour));
            graphics.fill(pixels(x, y, width, height));
        }

        /** Whole pixels, so that neighbours neither overlap nor leave a gap. */
        private static Rectangle2D pixels(double x, double y, double width, double height) {
            long left = Math.round(x);
            long top = Math.round(y);
            return new Rectangle2D.Double(left, top, Math.round(x + width) - left, Math.round(y + height) - top);
        }

        @Override
        public void frame(double x, double y, double width, double height, int colour) {
            graphics.setColor(new Color(colour));
            graphics.draw(pixels(x, y, width, height));
        }

        @Override
        public void text(double x, double y, int size, int colour, String text) {
            graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, size));
            graphics.setColor(new Color(colour));
            graphics.drawString(NameText.printable(text), (float) x, (float) y);
        }

        @Override
        public void write(OutputStream out) throws IOException {
            graphics.dispose();
            ImageIO.write(image, "png", out);
        }
    }
}
