package dev.fallow.internal.check;

import dev.fallow.ContainerException;
import dev.fallow.NoSuchObjectException;
import dev.fallow.UnsupportedFeatureException;
import dev.fallow.format.FormatException;
import dev.fallow.format.heap.GlobalHeapId;
import dev.fallow.internal.attribute.Attributes;
import dev.fallow.internal.check.structure.Context;
import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Findings;
import dev.fallow.internal.check.structure.GlobalHeapCheck;
import dev.fallow.internal.dataset.DatasetReferences;
import dev.fallow.internal.dataset.DatasetStorage;
import dev.fallow.internal.globalheap.Ownership;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.link.PathResolver;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.EOFException;
import java.io.IOException;

/**
 * The checks that need values: the objects of the global heap that elements hold, and the targets of soft links. They are left out
 * if the container could not be opened.
 */
final class HeldObjects {
    private final Context context;
    /** Null if the container could not be opened. */
    private final ObjectStore store;

    private final GlobalHeapCheck heap;
    private boolean all = true;

    HeldObjects(Context context, ObjectStore store) {
        this.context = context;
        this.store = store;
        heap = new GlobalHeapCheck(context);
    }

    /** Visits the objects that the elements of a dataset hold. */
    void dataset(long address, PathNode path) throws IOException {
        read(address, path, () -> {
            DatasetStorage dataset = DatasetStorage.of(store, store.header(address), path.toString());
            DatasetReferences references = new DatasetReferences(dataset);
            if (references.notFollowed() != null) {
                notRead(address, path, references.notFollowed());
            }
            references.forEachKnownReference(heap.visitor(path));
        });
    }

    /** Visits the objects that the attributes of an object hold. */
    void attributes(long address, PathNode path) throws IOException {
        read(address, path, () -> {
            Attributes attributes = new Attributes(store, store.header(address), path.toString());
            for (String problem : attributes.findReferences(new Attributes.References() {
                @Override
                public boolean heapObject(GlobalHeapId id, Ownership ownership) throws IOException {
                    return heap.visit(id, ownership, path);
                }

                @Override
                public void length(GlobalHeapId id, long bytes) {
                    heap.length(id, bytes, path);
                }

                @Override
                public void datatype(long committed) {
                    // counted where the attribute is decoded
                }

                @Override
                public boolean shared(int type, long id) {
                    return true;
                }
            })) {
                notRead(address, path, problem);
            }
        });
    }

    private void notRead(long address, PathNode path, String reason) {
        all = false;
        context.add(FindingCode.UNCHECKED, address, path, reason);
    }

    private void read(long address, PathNode path, Findings.Part part) throws IOException {
        if (store == null) {
            notRead(address, path, "the elements were not read, because the file cannot be opened");
            return;
        }
        all &= context.findings().attempt(Family.ELEMENTS, address, path, part);
        store.cache().parkAndTrim();
    }

    /** Follows a soft link of a group. */
    void softLink(long group, PathNode groupPath, String target, PathNode path) throws IOException {
        if (store == null) {
            return;
        }
        boolean found;
        try {
            long root = context.superblock().root();
            found = new PathResolver(store, root, group, groupPath.toString()).find(target) != null;
        } catch (NoSuchObjectException e) {
            found = false;
        } catch (UnsupportedFeatureException e) {
            return; // it leads to another file
        } catch (ContainerException | FormatException | EOFException e) {
            return; // damage on the way is found there
        }
        store.cache().parkAndTrim();
        if (!found) {
            context.add(
                    FindingCode.LINK_DANGLING,
                    group,
                    path,
                    "the soft link leads to %s, which does not exist".formatted(target));
        }
    }

    /** Reports objects that nothing holds. */
    void finish() {
        if (all) {
            heap.finish();
        }
    }
}
