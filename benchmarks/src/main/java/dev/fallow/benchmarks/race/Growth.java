package dev.fallow.benchmarks.race;

import java.util.List;
import java.util.OptionalDouble;

/** Estimates the exponent with which one number grows with another: 1 is linear, 2 quadratic. */
final class Growth {
    private Growth() {}

    /**
     * The slope of the least-squares line through the logarithms.
     *
     * @return the slope; empty if fewer than two points with positive values have different x
     */
    static OptionalDouble exponent(List<Double> x, List<Double> y) {
        if (x.size() != y.size()) {
            throw new IllegalArgumentException(x.size() + " x values, " + y.size() + " y values");
        }
        int points = 0;
        double sumX = 0;
        double sumY = 0;
        for (int i = 0; i < x.size(); i++) {
            if (x.get(i) > 0 && y.get(i) > 0) {
                points++;
                sumX += Math.log(x.get(i));
                sumY += Math.log(y.get(i));
            }
        }
        double products = 0;
        double squares = 0;
        for (int i = 0; i < x.size(); i++) {
            if (x.get(i) > 0 && y.get(i) > 0) {
                double distance = Math.log(x.get(i)) - sumX / points;
                products += distance * (Math.log(y.get(i)) - sumY / points);
                squares += distance * distance;
            }
        }
        return squares > 0 ? OptionalDouble.of(products / squares) : OptionalDouble.empty();
    }
}
