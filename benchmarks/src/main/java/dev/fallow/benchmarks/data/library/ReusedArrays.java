package dev.fallow.benchmarks.data.library;

/** The arrays that whole datasets are read into. A new array for each lap would measure the JVM, which clears it. */
final class ReusedArrays {
    private double[] doubles = new double[0];
    private float[][] field = new float[0][];

    /** The array of the last call, if it has this length. */
    double[] doubles(long length) {
        if (doubles.length != length) {
            doubles = new double[Math.toIntExact(length)];
        }
        return doubles;
    }

    /** The array of the last call, if it has this shape. */
    float[][] field(long[] shape) {
        if (field.length != shape[0] || field[0].length != shape[1]) {
            field = new float[Math.toIntExact(shape[0])][Math.toIntExact(shape[1])];
        }
        return field;
    }
}
