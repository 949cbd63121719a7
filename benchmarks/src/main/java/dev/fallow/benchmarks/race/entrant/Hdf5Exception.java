package dev.fallow.benchmarks.race.entrant;

/** A call of libhdf5 failed. libhdf5 prints the explanation on standard error. */
public final class Hdf5Exception extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Hdf5Exception(String call) {
        super("libhdf5 refused " + call);
    }

    /** Returns an identifier or result if it is not negative. */
    public static long check(long result, String call) {
        if (result < 0) {
            throw new Hdf5Exception(call);
        }
        return result;
    }
}
