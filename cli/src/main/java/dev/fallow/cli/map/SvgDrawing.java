package dev.fallow.cli.map;

import dev.fallow.value.NameText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A picture as SVG. */
final class SvgDrawing implements Drawing {
    private final StringBuilder out = new StringBuilder();

    SvgDrawing(int width, int height) {
        out.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " font-family=\"sans-serif\" shape-rendering=\"crispEdges\">%n",
                width,
                height,
                width,
                height));
        rectangle(0, 0, width, height, 0xFFFFFF);
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.endsWith(".00") ? text.substring(0, text.length() - 3) : text;
    }

    private void open(String element, double x, double y) {
        out.append('<').append(element).append(" x=\"").append(number(x)).append("\" y=\"");
        out.append(number(y)).append('"');
    }

    private void box(double x, double y, double width, double height, String paint) {
        open("rect", x, y);
        out.append(" width=\"").append(number(width)).append("\" height=\"").append(number(height));
        out.append("\" ").append(paint).append("/>\n");
    }

    @Override
    public void rectangle(double x, double y, double width, double height, int colour) {
        box(x, y, width, height, String.format("fill=\"#%06X\"", colour));
    }

    @Override
    public void frame(double x, double y, double width, double height, int colour) {
        box(x, y, width, height, String.format("fill=\"none\" stroke=\"#%06X\"", colour));
    }

    @Override
    public void text(double x, double y, int size, int colour, String text) {
        open("text", x, y);
        out.append(String.format(" font-size=\"%d\" fill=\"#%06X\">", size, colour));
        out.append(NameText.printable(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;"));
        out.append("</text>\n");
    }

    @Override
    public void write(OutputStream stream) throws IOException {
        stream.write((out + "</svg>\n").getBytes(StandardCharsets.UTF_8));
    }
}
