package dev.fallow.cli.map;

import dev.fallow.value.NameText;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import javax.imageio.ImageIO;

/** A picture as PNG. */
final class PngDrawing implements Drawing {
    private final BufferedImage image;
    private final Graphics2D graphics;

    PngDrawing(int width, int height) {
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
