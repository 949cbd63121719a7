package dev.fallow.benchmarks.race;

import java.util.List;
import java.util.OptionalDouble;

/** With which power one number grows with another: 1 is in proportion, 2 the square. */
final class Growth {
    private Growth() {}

    /**
     * The slope of the straight line through the logarithms that has the least squares.
     *
     * @return empty if less than two of the points have different places and are above 0
     */
    static OptionalDouble exponent(List<Double> x, List<Double> y) {
        if (x.size() != y.size()) {
            throw new IllegalArgumentException(x.size() + " places, " + y.size() + " values");
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
