package dev.fallow.fuzz;

import dev.fallow.fuzz.input.Mutation;
import dev.fallow.fuzz.input.Seed;
import java.io.IOException;
import java.util.random.RandomGenerator;

/** An operation on damaged files that is tested. */
interface Target extends AutoCloseable {
    /** Returns the name of the target, a single word. */
    String name();

    /** Returns the extension of files with its inputs. */
    String extension();

    /** Creates a damaged input. */
    Case next(RandomGenerator random);

    /**
     * Runs the operation; every exception is a finding.
     *
     * @param plan determines the choices that do not depend on the input
     */
    void run(byte[] input, long plan) throws IOException;

    /** Returns the number of steps of a plan that can be omitted. */
    default int steps() {
        return 0;
    }

    /** Returns a description of the steps of the last run. */
    default String lastSteps() {
        return "";
    }

    /** Recomputes the checksums of known structures, for minimizing a finding. */
    default void seal(Case damaged, byte[] changed) {
        damaged.seed().anatomy().seal(changed);
    }

    @Override
    default void close() throws IOException {}

    /** An input and its seed. */
    record Case(Seed seed, Mutation mutation) {}
}
