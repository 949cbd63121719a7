package dev.fallow.freespace.bins;

import dev.fallow.freespace.FreeSpaceConformance;
import dev.fallow.freespace.FreeSpaceFactory;

class SizeBinsTest extends FreeSpaceConformance {
    @Override
    protected FreeSpaceFactory factory() {
        return SizeBins.FACTORY;
    }
}
