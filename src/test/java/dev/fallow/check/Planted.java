package dev.fallow.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.report.FindingCode;
import java.util.function.ToLongFunction;

/**
 * A defect for a sound file.
 *
 * @param plant changes the bytes, and returns the address of the finding
 * @param path of the finding; not compared if it is null
 */
record Planted(String name, Subject subject, FindingCode code, String path, ToLongFunction<Damage> plant) {
    /** Where the finding has neither an address nor a path to compare. */
    static final long ANYWHERE = Long.MIN_VALUE;

    static Planted of(String name, Subject subject, FindingCode code, String path, ToLongFunction<Damage> plant) {
        return new Planted(name, subject, code, path, plant);
    }

    /** Changes one number, and returns the address of its structure. */
    static long set(Damage in, long structure, long at, int width, long value) {
        assertThat(in.get(structure + at, width)).isNotEqualTo(value);
        in.put(structure + at, width, value);
        return structure;
    }

    @Override
    public String toString() {
        return code.label() + ": " + name + " in " + subject;
    }
}
