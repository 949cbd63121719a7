package dev.fallow.fuzz;

import dev.fallow.fuzz.input.Mutation;
import dev.fallow.fuzz.input.Seed;
import java.io.IOException;
import java.util.random.RandomGenerator;

/** Something that is done with a damaged file. */
interface Target extends AutoCloseable {
    /** One word. */
    String name();

    /** How the files are called that keep its inputs. */
    String extension();

    /** A damaged input. */
    Case next(RandomGenerator random);

    /**
     * Does it; whatever is thrown is a finding.
     *
     * @param plan which choices are made that the input does not make
     */
    void run(byte[] input, long plan) throws IOException;

    /** Steps of a plan that can be left out. */
    default int steps() {
        return 0;
    }

    /** What the last run did, as far as that is not in the input. */
    default String lastSteps() {
        return "";
    }

    /** Makes the checksums right, if it is known where they are; for making a finding smaller. */
    default void seal(Case damaged, byte[] changed) {
        damaged.seed().anatomy().seal(changed);
    }

    @Override
    default void close() throws IOException {}

    /** An input and what it was made of. */
    record Case(Seed seed, Mutation mutation) {}
}
