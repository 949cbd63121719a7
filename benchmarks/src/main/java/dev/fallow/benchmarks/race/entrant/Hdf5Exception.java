package dev.fallow.benchmarks.race.entrant;

/** libhdf5 refused a call. Its explanation is on standard error. */
public final class Hdf5Exception extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Hdf5Exception(String call) {
        super("libhdf5 refused " + call);
    }

    /** Passes an identifier or a result that is not negative. */
    public static long check(long result, String call) {
        if (result < 0) {
            throw new Hdf5Exception(call);
        }
        return result;
    }
}
