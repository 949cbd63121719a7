package dev.fallow;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives a component of a record a fixed length, in the datatype that {@link Types#of} derives from the record. Arrays and strings of
 * variable length are stored apart from the records and not compressed; those of fixed length are in them.
 *
 * <pre>{@code
 * record Event(
 *         long time,
 *         @FixedLength(3) float[] position,
 *         @FixedLength(8) String name) {}
 * }</pre>
 *
 * <p>An array that is written must have just this length. A string may be shorter; it is padded with zero bytes,
 * and cannot end with one.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface FixedLength {
    /**
     * Of an array, the number of elements in each of its outermost dimensions, each at least 1; of a string, its bytes in UTF-8, at least 1.
     */
    int[] value();
}
