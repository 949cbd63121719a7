package dev.fallow.freespace.policy.extent;

import dev.fallow.freespace.FreeSpace;
import dev.fallow.freespace.bitmap.BitmapFreeSpace;
import dev.fallow.freespace.ordered.OrderedFreeSpace;

/** Which free run an extent is taken out of; the extent is always the front of the run. */
public enum Fit {
    /** The run at the lowest address that is long enough. */
    FIRST {
        @Override
        FreeSpace create(long unit) {
            return new BitmapFreeSpace(unit, 0);
        }
    },
    /** The shortest run that is long enough, of these the one at the lowest address. */
    BEST {
        @Override
        FreeSpace create(long unit) {
            return new OrderedFreeSpace(0);
        }
    };

    /** A manager that chooses so, and merges any neighbours. */
    abstract FreeSpace create(long unit);
}
