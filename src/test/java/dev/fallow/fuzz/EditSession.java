package dev.fallow.fuzz;

import dev.fallow.ContainerFile;
import dev.fallow.Dataset;
import dev.fallow.DatasetOptions;
import dev.fallow.Entry;
import dev.fallow.ObjectKind;
import dev.fallow.StoredObject;
import dev.fallow.Types;
import dev.fallow.fuzz.input.EditPlan;
import dev.fallow.fuzz.outcome.Outcomes;
import java.util.List;
import java.util.random.RandomGenerator;

/** Edits an open container according to a plan, and records the edits in a ledger. */
final class EditSession {
    /** Bytes of elements that are written again: a few bytes of a file may declare many, and to write them takes as long as they are. */
    private static final long MOST_WRITTEN = 1 << 18;

    private final ContainerFile file;
    private final EditPlan plan;
    private final Outcomes outcomes;
    private final Ledger ledger;
    private List<Entry> entries = List.of();
    private int step;

    /** An edit, which records its effect in the ledger. */
    private interface Edit {
        void make(RandomGenerator random);
    }

    EditSession(ContainerFile file, EditPlan plan, Outcomes outcomes, Ledger ledger) {
        this.file = file;
        this.plan = plan;
        this.outcomes = outcomes;
        this.ledger = ledger;
    }

    /** Makes the edits without closing the file. */
    void run() {
        outcomes.of("list for editing", () -> entries = file.root().listRecursively());
        step("create group", random -> file.root().createGroup("zz_group"));
        step("create dataset", random -> file.root().createDataset("zz_data", new int[random.nextInt(300)]));
        step("create strings", this::createStrings);
        step("put root attribute", random -> {
            ledger.changedAttribute(file.root().address(), "zz_attribute");
            file.root().putAttribute("zz_attribute", new int[] {1, 2, 3});
        });
        step("rename", this::rename);
        step("delete", this::delete);
        step("put attribute", this::putAttribute);
        step("delete attribute", this::deleteAttribute);
        step("copy", random -> copy(random, "zz_copy"));
        step("rename attribute", this::renameAttribute);
        step("delete", this::delete);
        step("link", random -> file.root().createHardLink("zz_link", pick(random)));
        step("overwrite", this::overwrite);
        step("sometimes reclaim", random -> {
            if (random.nextInt(4) == 0) {
                file.reclaimUntracked();
            }
        });
        step("flush", random -> file.flush());
        step("create dataset after flush", random -> file.root().createDataset("zz_more", new double[500]));
        step("move", this::move);
        step("delete after flush", this::delete);
        step("many attributes", this::putManyAttributes);
        step("delete what was made", random -> file.root().delete("zz_data"));
        step("copy after flush", random -> copy(random, "zz_group/copy"));
        step("many links", this::createManyGroups);
    }

    private void step(String name, Edit edit) {
        int number = step++;
        if (!plan.leavesOut(number)) {
            String outcome = outcomes.of(name, () -> {
                ledger.note(number + " " + name);
                edit.make(plan.random(number));
                return null;
            });
            ledger.note("   " + outcome);
        }
    }

    private String pick(RandomGenerator random) {
        return pickEntry(random).path();
    }

    private Entry pickEntry(RandomGenerator random) {
        if (entries.isEmpty()) {
            return new Entry("/", ObjectKind.GROUP, file.root().address());
        }
        Entry entry = entries.get(random.nextInt(entries.size()));
        ledger.note("   at " + entry.path());
        return entry;
    }

    private StoredObject pickObject(RandomGenerator random) {
        String path = ledger.now(pick(random));
        return file.root().get(path == null ? "zz_deleted" : path);
    }

    private void createStrings(RandomGenerator random) {
        file.root()
                .createDataset(
                        "zz_group/strings",
                        new String[] {"one", "x".repeat(random.nextInt(200))},
                        DatasetOptions.defaults().withVariableStrings());
    }

    private void rename(RandomGenerator random) {
        String from = pick(random);
        String name = "zz_renamed" + random.nextInt(100);
        file.root().rename(from, name);
        ledger.moved(from, from.substring(0, from.lastIndexOf('/') + 1) + name);
    }

    private void move(RandomGenerator random) {
        String from = pick(random);
        file.root().move(from, "/zz_group/moved");
        ledger.moved(from, "/zz_group/moved");
    }

    private void delete(RandomGenerator random) {
        String path = pick(random);
        file.root().delete(path);
        ledger.deleted(path);
    }

    private void copy(RandomGenerator random, String to) {
        file.root().copy(pick(random), to);
    }

    private void putAttribute(RandomGenerator random) {
        StoredObject object = pickObject(random);
        ledger.changedAttribute(object.address(), "zz_put");
        object.putAttribute("zz_put", new double[random.nextInt(40)]);
    }

    private void putManyAttributes(RandomGenerator random) {
        StoredObject object = pickObject(random);
        for (int i = 0; i < 9; i++) {
            object.putAttribute("zz_many" + i, Types.string(), new long[] {1}, new String[] {"text " + i});
        }
    }

    private void deleteAttribute(RandomGenerator random) {
        StoredObject object = pickObject(random);
        List<String> names = object.attributeNames();
        if (!names.isEmpty()) {
            String name = names.get(random.nextInt(names.size()));
            ledger.changedAttribute(object.address(), name);
            object.deleteAttribute(name);
        }
    }

    private void renameAttribute(RandomGenerator random) {
        StoredObject object = pickObject(random);
        List<String> names = object.attributeNames();
        if (!names.isEmpty()) {
            String name = names.get(random.nextInt(names.size()));
            ledger.changedAttribute(object.address(), name);
            object.renameAttribute(name, "zz_renamed");
        }
    }

    private void overwrite(RandomGenerator random) {
        if (pickObject(random) instanceof Dataset dataset && dataset.logicalSize() <= MOST_WRITTEN) {
            Object value = dataset.read();
            if (value != null) {
                ledger.rewrote(dataset.address());
                dataset.write(value);
            }
        }
    }

    private void createManyGroups(RandomGenerator random) {
        for (int i = random.nextInt(20); i >= 0; i--) {
            file.root().createGroup("zz_group/number " + i);
        }
    }
}
