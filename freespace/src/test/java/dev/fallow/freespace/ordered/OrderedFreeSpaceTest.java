package dev.fallow.freespace.ordered;

import dev.fallow.freespace.FreeSpaceConformance;
import dev.fallow.freespace.FreeSpaceFactory;

/** The conformance suite on the ordered manager. */
class OrderedFreeSpaceTest extends FreeSpaceConformance {
    @Override
    protected FreeSpaceFactory factory() {
        return OrderedFreeSpace.FACTORY;
    }
}
