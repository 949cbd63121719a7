package dev.fallow.type;

import dev.fallow.format.Printable;
import dev.fallow.format.Utf8;
import java.util.Set;

/** Checks of arguments that several classes of datatypes have in common. */
final class TypeChecks {
    private TypeChecks() {}

    /** @throws IllegalArgumentException if the version or the size is out of range */
    static void require(int version, long size) {
        if (version < 1 || version > Datatype.MAX_VERSION || size < 1 || size > Datatype.MAX_SIZE) {
            throw new IllegalArgumentException("datatype of version " + version + ", size " + size);
        }
    }

    /** @throws IllegalArgumentException if a number of {@code precision} bits from {@code bitOffset} on exceeds its element */
    static void requireWithin(long size, int bitOffset, int precision) {
        if (precision < 1 || bitOffset < 0 || bitOffset + precision > 8 * size) {
            throw new IllegalArgumentException("expected precision and bit offset within " + 8 * size + " bits, found "
                    + precision + " bits at " + bitOffset);
        }
    }

    /**
     * Adds the name of a member to those of its type.
     *
     * @throws IllegalArgumentException if it contains a zero byte or a lone surrogate, or is already in {@code names}
     */
    static void requireNew(Set<String> names, String name) {
        if (name.indexOf(0) >= 0 || Utf8.firstLoneSurrogate(name) >= 0 || !names.add(name)) {
            throw new IllegalArgumentException(
                    Printable.message("member name \"" + name + "\": zero byte, lone surrogate, or duplicate name"));
        }
    }
}
