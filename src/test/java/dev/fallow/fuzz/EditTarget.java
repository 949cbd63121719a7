package dev.fallow.fuzz;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.OpenOptions;
import dev.fallow.fuzz.input.EditPlan;
import dev.fallow.fuzz.outcome.Outcomes;
import dev.fallow.fuzz.outcome.Violation;
import java.util.Arrays;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Reads a container, edits it in one session, and reads it again: it can still be opened and listed, a consistent file
 * remains consistent, and all values that the session did not change are the same.
 */
final class EditTarget implements Target {
    private final Outcomes outcomes;
    private final Containers containers;
    private String log = "";

    EditTarget(Outcomes outcomes, Containers containers) {
        this.outcomes = outcomes;
        this.containers = containers;
    }

    @Override
    public String name() {
        return "edit";
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
    public int steps() {
        return EditPlan.MOST_STEPS;
    }

    @Override
    public String lastSteps() {
        return log;
    }

    @Override
    public void run(byte[] input, long plan) {
        log = "";
        Reading before = open(input);
        byte[] copy = input.clone();
        Ledger ledger = new Ledger();
        byte[] edited = edit(input, new EditPlan(plan), ledger);
        if (!Arrays.equals(input, copy)) {
            throw new Violation("the array of the input was changed", "");
        }
        if (edited != null && before != null) {
            compare(before, edited, ledger);
        }
    }

    private Reading open(byte[] bytes) {
        try {
            return Reading.of(bytes, outcomes);
        } catch (ContainerException e) {
            outcomes.judge(Outcomes.IN_MEMORY, "open", e);
            return null;
        }
    }

    /** Returns the edited file, or null if it could not be opened or closed. */
    private byte[] edit(byte[] input, EditPlan plan, Ledger ledger) {
        ContainerFile file;
        try {
            file = ContainerFile.openBytes(input, OpenOptions.defaults());
        } catch (ContainerException e) {
            outcomes.judge(Outcomes.IN_MEMORY, "open for editing", e);
            return null;
        }
        try {
            new EditSession(file, plan, outcomes, ledger).run();
            String closed = outcomes.of("close", () -> {
                file.close();
                return null;
            });
            ledger.note("close " + closed);
            return Outcomes.isDone(closed) ? file.toByteArray() : null;
        } finally {
            log = ledger.toString();
        }
    }

    private void compare(Reading before, byte[] edited, Ledger ledger) {
        String state = before.isSound() ? ", was sound" : "";
        Reading after;
        try {
            after = Reading.of(edited, outcomes);
        } catch (ContainerException e) {
            throw new Violation("edited file cannot be opened" + state, e.getMessage(), e);
        }
        for (String call : new String[] {"list", "space"}) {
            if (Outcomes.isDone(before.call(call)) && !Outcomes.isDone(after.call(call))) {
                throw new Violation(call + " is refused after the edit" + state, after.call(call));
            }
        }
        if (before.isSound() && !after.findings().isEmpty()) {
            throw new Violation("space has findings after the edit of a sound file", "" + after.findings());
        }
        try (ContainerFile file =
                ContainerFile.openBytes(edited, OpenOptions.defaults().withReadOnly(true))) {
            for (Map.Entry<Reading.Value, String> value : before.values().entrySet()) {
                if (Outcomes.isDone(value.getValue())) {
                    compare(before, file, value.getKey(), value.getValue(), ledger, after, state);
                }
            }
        }
    }

    /**
     * Returns whether the elements of a dataset overlap the superblock, which is written when a file is opened for
     * editing and closed.
     */
    private static boolean isInSuperblock(Reading before, String path) {
        return before.findings().stream()
                .anyMatch(finding -> finding.contains("superblock, and elements of " + path)
                        || finding.contains("elements of " + path + ", and superblock"));
    }

    private void compare(
            Reading before,
            ContainerFile file,
            Reading.Value value,
            String expected,
            Ledger ledger,
            Reading after,
            String state) {
        Long address = before.address(value.path());
        String path = ledger.now(value.path());
        if (address == null || path == null || before.isAmbiguous(value.path()) || ledger.changed(value, address)) {
            return;
        }
        if (isInSuperblock(before, value.path()) || before.isVirtual(value)) {
            return;
        }
        Reading.Value moved = new Reading.Value(path, value.attribute());
        String found = after.values().get(moved);
        if (found == null) {
            found = outcomes.of("read again", () -> Reading.read(file, moved));
        }
        if (!found.equals(expected)) {
            String rule = Outcomes.isDone(found) ? "untouched value changed" : "untouched value is lost";
            throw new Violation(
                    rule + (ledger.hasDeletions() ? "" : " without a deletion") + state,
                    "%s, expected %s, found %s".formatted(moved, expected, found));
        }
    }
}
