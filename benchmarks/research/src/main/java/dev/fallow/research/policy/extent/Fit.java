package dev.fallow.research.policy.extent;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import dev.fallow.freespace.ordered.OrderedFreeSpace;

/** The selection of the free run for an extent, which is always placed at the start of the run. */
public enum Fit {
    /** The sufficiently long run at the lowest address. */
    FIRST {
        @Override
        FreeSpace create(long unit) {
            return new BitmapFreeSpace(unit, 0);
        }
    },
    /** The shortest sufficiently long run; among equals, the one at the lowest address. */
    BEST {
        @Override
        FreeSpace create(long unit) {
            return new OrderedFreeSpace(0);
        }
    };

    /** Creates a manager with this selection, which merges all adjacent sections. */
    abstract FreeSpace create(long unit);
}
