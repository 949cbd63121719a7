package dev.fallow.fuzz;

import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.CorruptFileException;
import dev.fallow.CreateOptions;
import dev.fallow.Dataset;
import dev.fallow.Entry;
import dev.fallow.FileSpaceStrategy;
import dev.fallow.ObjectKind;
import dev.fallow.OpenOptions;
import dev.fallow.ShrinkOptions;
import dev.fallow.SpaceSettings;
import dev.fallow.fuzz.input.EditPlan;
import dev.fallow.fuzz.outcome.Beliefs;
import dev.fallow.fuzz.outcome.Outcomes;
import dev.fallow.fuzz.outcome.Violation;
import dev.fallow.report.Finding;
import dev.fallow.report.Severity;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;

/**
 * Changes a container as a whole: shrinks and reclaims, persists free space, upgrades, copies to another container, resizes. If the
 * check said that it was sound, none of these is refused as damaged, the check says so afterwards, and all values are the same.
 */
final class ChangeTarget implements Target {
    private static final int MOST_OPERATIONS = 3;
    private static final String COPY_TO_ANOTHER = "copy to another";
    private static final int MOST_ROWS = 1_000;

    private final Outcomes outcomes;
    private final Containers containers;
    private final StringBuilder log = new StringBuilder();
    /** Whether any dataset may have other elements. */
    private boolean elementsChange;

    /** An operation on a container. */
    private interface Operation {
        Object run(ContainerFile file, RandomGenerator random);
    }

    private record Named(String name, Operation operation) {}

    private static final List<Named> OPERATIONS = List.of(
            new Named("shrink", (file, random) -> file.shrink(shrinkOptions(random))),
            new Named("shrink", (file, random) -> file.shrink(shrinkOptions(random))),
            new Named("shrink", (file, random) -> file.shrink(shrinkOptions(random))),
            new Named("reclaim", (file, random) -> file.reclaimUntracked()),
            new Named("upgrade", (file, random) -> file.upgrade()),
            new Named("persist", (file, random) -> {
                file.setPersistFreeSpace(random.nextBoolean());
                return null;
            }),
            new Named("settings", ChangeTarget::settings),
            new Named("copy", ChangeTarget::copy),
            new Named(COPY_TO_ANOTHER, ChangeTarget::copyToAnother),
            new Named("resize", ChangeTarget::resize),
            new Named("append", ChangeTarget::append),
            new Named("flush", (file, random) -> {
                file.flush();
                return null;
            }));

    ChangeTarget(Outcomes outcomes, Containers containers) {
        this.outcomes = outcomes;
        this.containers = containers;
    }

    @Override
    public String name() {
        return "change";
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
    public String lastSteps() {
        return log.toString();
    }

    @Override
    public int steps() {
        return MOST_OPERATIONS;
    }

    @Override
    public void run(byte[] input, long plan) {
        log.setLength(0);
        elementsChange = false;
        Reading before = open(input);
        if (before == null) {
            return;
        }
        boolean[] sound = {false};
        try (ContainerFile file =
                ContainerFile.openBytes(input, OpenOptions.defaults().withReadOnly(true))) {
            sound[0] = Beliefs.of(file, outcomes).isSound();
        }
        byte[] changed = change(input, new EditPlan(plan), sound[0]);
        if (changed == null) {
            return;
        }
        Reading after;
        try (ContainerFile file =
                ContainerFile.openBytes(changed, OpenOptions.defaults().withReadOnly(true))) {
            Beliefs beliefs = Beliefs.of(file, outcomes);
            beliefs.requireAgreement();
            if (sound[0] && !beliefs.isSound()) {
                throw new Violation(
                        "not sound any more",
                        beliefs.check() == null
                                ? "refused"
                                : "" + beliefs.check().findings());
            }
            after = Reading.of(changed, outcomes);
        } catch (ContainerException e) {
            throw new Violation(
                    "the changed file cannot be opened" + (sound[0] ? ", was sound" : ""), e.getMessage(), e);
        }
        if (sound[0]) {
            compare(input, before, after);
        }
    }

    private void compare(byte[] input, Reading before, Reading after) {
        for (Map.Entry<Reading.Value, String> value : before.values().entrySet()) {
            boolean may = elementsChange && !value.getKey().isAttribute() || before.isVirtual(value.getKey());
            if (Outcomes.isDone(value.getValue()) && !may) {
                String found = after.values().get(value.getKey());
                if (found != null && !found.equals(value.getValue()) && !hasReferences(input, value.getKey())) {
                    throw new Violation(
                            "a value is another one" + (Outcomes.isDone(found) ? "" : ", or lost"),
                            "%s, expected %s, found %s".formatted(value.getKey(), value.getValue(), found));
                }
            }
        }
    }

    private static boolean hasReferences(byte[] input, Reading.Value value) {
        try (ContainerFile file =
                ContainerFile.openBytes(input, OpenOptions.defaults().withReadOnly(true))) {
            return LookTarget.hasReferences(Reading.read(file, value));
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

    /** Returns the changed file, or null if it could not be opened or closed. */
    private byte[] change(byte[] input, EditPlan plan, boolean sound) {
        ContainerFile file;
        try {
            file = ContainerFile.openBytes(input, OpenOptions.defaults());
        } catch (ContainerException e) {
            outcomes.judge(Outcomes.IN_MEMORY, "open for editing", e);
            return null;
        }
        for (int i = 0; i < MOST_OPERATIONS; i++) {
            if (!plan.leavesOut(i)) {
                RandomGenerator random = plan.random(i);
                Named named = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
                elementsChange |= named.name().equals("resize") || named.name().equals("append");
                outcome(named.name(), sound, () -> {
                    Object result = named.operation().run(file, random);
                    if (sound && named.name().equals(COPY_TO_ANOTHER)) {
                        requireSound((List<?>) result);
                    }
                    return result;
                });
            }
        }
        String closed = outcome("close", sound, () -> {
            file.close();
            return null;
        });
        return Outcomes.isDone(closed) ? file.toByteArray() : null;
    }

    /** Returns whether a change was refused by the walk before the first one; others may be refused for what they read. */
    private static boolean isByVerification(CorruptFileException refusal) {
        return refusal.getMessage().contains("a change could damage it further");
    }

    private static void requireSound(List<?> findings) {
        if (findings != null
                && findings.stream().anyMatch(each -> ((Finding) each).code().severity() == Severity.ERROR)) {
            throw new Violation("a copy in a new container is not sound", findings.toString());
        }
    }

    private String outcome(String name, boolean sound, Callable<Object> body) {
        String outcome = outcomes.of(name, () -> {
            try {
                return body.call();
            } catch (CorruptFileException e) {
                if (sound && isByVerification(e)) {
                    throw new Violation("a sound file is refused as damaged", e.getMessage(), e);
                }
                throw e;
            }
        });
        log.append(name).append(": ").append(outcome).append('\n');
        return outcome;
    }

    private static ShrinkOptions shrinkOptions(RandomGenerator random) {
        ShrinkOptions options = ShrinkOptions.defaults();
        if (random.nextInt(4) == 0) {
            options = options.withRatio(1 + random.nextInt(10) / 10.0);
        }
        return random.nextInt(4) == 0 ? options.withMostMoved(random.nextInt(1 << 16)) : options;
    }

    private static Object settings(ContainerFile file, RandomGenerator random) {
        FileSpaceStrategy[] strategies = FileSpaceStrategy.values();
        file.setSpaceSettings(SpaceSettings.defaults()
                .withStrategy(strategies[random.nextInt(strategies.length)])
                .withThreshold(1 + random.nextInt(20)));
        return null;
    }

    private static Entry pick(ContainerFile file, RandomGenerator random, ObjectKind kind) {
        List<Entry> entries = file.root().listRecursively().stream()
                .filter(entry -> entry.address() >= 0 && (kind == null || entry.kind() == kind))
                .toList();
        return entries.isEmpty() ? null : entries.get(random.nextInt(entries.size()));
    }

    private static Object copy(ContainerFile file, RandomGenerator random) {
        Entry entry = pick(file, random, null);
        if (entry != null) {
            file.copy(entry.path(), "/zz_copy" + random.nextInt(3));
        }
        return null;
    }

    private static Object copyToAnother(ContainerFile file, RandomGenerator random) {
        Entry entry = pick(file, random, null);
        if (entry == null) {
            return null;
        }
        try (ContainerFile other = ContainerFile.createInMemory(CreateOptions.defaults())) {
            file.copyTo(other, entry.path(), "/zz");
            return other.check().findings();
        }
    }

    private static Object resize(ContainerFile file, RandomGenerator random) {
        Entry entry = pick(file, random, ObjectKind.DATASET);
        if (entry != null) {
            Dataset dataset = file.dataset(entry.path());
            long[] extent = dataset.dimensions();
            if (extent != null && extent.length > 0) {
                long[] other = extent.clone();
                int dimension = random.nextInt(extent.length);
                other[dimension] = random.nextBoolean() ? extent[dimension] / 2 : random.nextInt(MOST_ROWS);
                dataset.resize(other);
            }
        }
        return null;
    }

    private static Object append(ContainerFile file, RandomGenerator random) {
        Entry entry = pick(file, random, ObjectKind.DATASET);
        if (entry != null) {
            Dataset dataset = file.dataset(entry.path());
            Object rows = dataset.logicalSize() < 1 << 16 ? dataset.read() : null;
            if (rows != null && rows.getClass().isArray()) {
                dataset.append(rows);
            }
        }
        return null;
    }
}
