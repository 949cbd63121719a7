package dev.fallow.internal.check.structure;

import dev.fallow.format.heap.FractalHeapHeader;
import dev.fallow.format.space.FreeSpaceHeader;
import dev.fallow.format.space.SectionList;
import dev.fallow.internal.path.PathNode;
import dev.fallow.report.FindingCode;
import java.io.IOException;

/** Checks the free sections of a fractal heap. */
final class HeapSectionsCheck {
    private final Context context;
    private final FractalHeapHeader heap;
    private final PathNode path;

    /** Receives sections inside direct blocks. */
    @FunctionalInterface
    interface Sections {
        void section(long offset, long size);
    }

    HeapSectionsCheck(Context context, FractalHeapHeader heap, PathNode path) {
        this.context = context;
        this.heap = heap;
        this.path = path;
    }

    void check(long address, Sections inside) throws IOException {
        context.findings().attempt(Family.FREE_SPACE, address, path, () -> {
            ManagerCheck manager = new ManagerCheck(context, path);
            SectionList list = manager.read(address, FreeSpaceHeader.FRACTAL_HEAP);
            if (manager.header().addressSpaceBits() != heap.table().maxHeapBits()) {
                throw new Defect(
                        FindingCode.FSM_FIELD,
                        address,
                        "free-space manager at address %d: expected heap offsets of %d bits, found %d"
                                .formatted(
                                        address,
                                        heap.table().maxHeapBits(),
                                        manager.header().addressSpaceBits()));
            }
            for (int i = 0; list != null && i < list.count(); i++) {
                if (list.sectionClass(i) == SectionList.HEAP_SINGLE) {
                    single(list.address(i), list.size(i), manager.header().listAddress(), inside);
                }
            }
        });
    }

    private void single(long offset, long size, long list, Sections inside) {
        long space = heap.root().managedSpace();
        if (size > space || offset > space - size) {
            context.add(
                    FindingCode.FSM_RANGE,
                    list,
                    path,
                    "section list at address %d: expected a section before heap offset %d, found %d bytes at %d"
                            .formatted(list, space, size, offset));
        } else {
            inside.section(offset, size);
        }
    }
}
