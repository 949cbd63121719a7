package dev.fallow.internal.check;

import dev.fallow.internal.check.structure.Family;
import dev.fallow.internal.check.structure.Findings;
import dev.fallow.internal.header.ObjectStore;
import dev.fallow.internal.path.PathNode;
import dev.fallow.internal.pointer.EncodedChunk;
import dev.fallow.internal.pointer.Part;
import dev.fallow.internal.pointer.PointerVisitor;
import dev.fallow.internal.pointer.PointerWalk;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.util.function.LongPredicate;

/** Checks the targets of the references in elements and attributes, in a file without other defects. */
final class ReferenceCheck {
    private final Findings findings;
    private final ObjectStore store;
    private final LongPredicate isObject;

    /** @param isObject whether the object with an address was visited */
    ReferenceCheck(Findings findings, ObjectStore store, LongPredicate isObject) {
        this.findings = findings;
        this.store = store;
        this.isObject = isObject;
    }

    /** Follows the references of an object. */
    void visit(long address, PathNode path) throws IOException {
        Targets targets = new Targets();
        findings.attempt(Family.ELEMENTS, address, path, () -> PointerWalk.visit(store, address, targets));
        store.cache().parkAndTrim();
        if (targets.dangling > 0) {
            findings.add(
                    FindingCode.REF_DANGLING,
                    address,
                    path,
                    "%d of %d references lead to no object, the first to address %d"
                            .formatted(targets.dangling, targets.all, targets.first));
        }
    }

    private final class Targets implements PointerVisitor {
        private long all;
        private long dangling;
        private long first;

        @Override
        public void reference(long target) {
            all++;
            if (!isObject.test(target)) {
                first = dangling++ == 0 ? target : first;
            }
        }

        @Override
        public void pointer(Part part, long field, long target) {
            // checked before
        }

        @Override
        public void encoded(EncodedChunk chunk, int position, long target) {
            // checked before
        }

        @Override
        public void fixed(long target, String reason) {
            // checked before
        }
    }
}
