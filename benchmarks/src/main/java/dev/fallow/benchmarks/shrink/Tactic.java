package dev.fallow.benchmarks.shrink;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A contender of the logger: a library, and how it keeps its file short. */
sealed interface Tactic {
    /** The name in tables and plots. */
    String label();

    /**
     * Fallow.
     *
     * @param ratio of the policy; infinite for none
     * @param bytesPerCommit of the policy
     * @param atClose whether the application shrinks the file before it closes it
     */
    record Fallow(double ratio, long bytesPerCommit, boolean atClose) implements Tactic {
        /** Without shrinking. */
        static final Fallow PLAIN = new Fallow(Double.POSITIVE_INFINITY, 0, false);

        boolean hasPolicy() {
            return ratio < Double.POSITIVE_INFINITY;
        }

        @Override
        public String label() {
            if (hasPolicy()) {
                return String.format(Locale.ROOT, "fallow, ratio %.2f, %d KiB", ratio, bytesPerCommit >> 10);
            }
            return atClose ? "fallow, shrink before close" : "fallow";
        }
    }

    /**
     * h5py.
     *
     * @param options of {@code logger.py}
     */
    record H5py(String options) implements Tactic {
        @Override
        public String label() {
            return options.equals("default") ? "h5py" : "h5py, " + options + ", persistent";
        }
    }

    /** All contenders. */
    static List<Tactic> all(ShrinkScale scale, boolean python) {
        List<Tactic> all = new ArrayList<>();
        if (python) {
            all.addAll(List.of(new H5py("default"), new H5py("fsm"), new H5py("page")));
        }
        all.add(Fallow.PLAIN);
        for (double ratio : scale.ratios()) {
            for (int bytes : scale.bytesPerCommit()) {
                all.add(new Fallow(ratio, bytes, false));
            }
        }
        all.add(new Fallow(Double.POSITIVE_INFINITY, 0, true));
        return all;
    }
}
