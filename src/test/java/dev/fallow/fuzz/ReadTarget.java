package dev.fallow.fuzz;

import dev.fallow.ContainerException;
import dev.fallow.fuzz.outcome.Outcomes;
import dev.fallow.fuzz.outcome.Violation;
import java.util.random.RandomGenerator;

/**
 * Opens a container read-only and reads all of it; every fourth execution reads it twice, and requires the same
 * outcomes.
 */
final class ReadTarget implements Target {
    private final Outcomes outcomes;
    private final Containers containers;

    ReadTarget(Outcomes outcomes, Containers containers) {
        this.outcomes = outcomes;
        this.containers = containers;
    }

    @Override
    public String name() {
        return "read";
    }

    @Override
    public String extension() {
        return Containers.EXTENSION;
    }

    @Override
    public Case next(RandomGenerator random) {
        return containers.next(random);
    }

    @Override
    public void run(byte[] input, long plan) {
        Reading reading = open(input);
        if (plan % 4 == 0) {
            Reading again = open(input);
            if ((reading == null) != (again == null)) {
                throw new Violation("two opens disagree", "one was refused");
            }
            String difference = reading == null ? null : reading.difference(again);
            if (difference != null) {
                throw new Violation("two opens disagree", difference);
            }
        }
    }

    private Reading open(byte[] input) {
        try {
            return Reading.of(input, outcomes);
        } catch (ContainerException e) {
            outcomes.judge(Outcomes.IN_MEMORY, "open", e);
            return null;
        }
    }
}
