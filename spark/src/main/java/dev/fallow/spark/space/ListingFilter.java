package dev.fallow.spark.space;

import dev.fallow.spark.hadoop.FileEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A filter of the listing, made from one of a query: comparisons of the path, the length and the time of the last change with
 * constants, and what AND, OR and NOT make of them. None of these is ever null, so two truth values suffice.
 */
@FunctionalInterface
interface ListingFilter {
    /** Microseconds of a millisecond. */
    long MICROS = 1000;

    /** Whether the query can have rows of a file. */
    boolean accepts(FileEntry entry);

    /** The filter that accepts just the files for which the predicate is true; null if the listing cannot tell. */
    static ListingFilter of(Expression expression, SpaceColumn.Level level) {
        if (!(expression instanceof Predicate predicate)) {
            return null;
        }
        Expression[] children = predicate.children();
        return switch (predicate.name()) {
            case "ALWAYS_TRUE" -> entry -> true;
            case "ALWAYS_FALSE" -> entry -> false;
            case "AND", "OR" -> both(children, level, predicate.name().equals("AND"));
            case "NOT" -> {
                ListingFilter inner = of(children[0], level);
                yield inner == null ? null : entry -> !inner.accepts(entry);
            }
            case "IS_NOT_NULL" -> column(children[0], level) == null ? null : entry -> true;
            case "IS_NULL" -> column(children[0], level) == null ? null : entry -> false;
            case "=", "<=>" -> compare(children, level, order -> order == 0);
            case "<>" -> compare(children, level, order -> order != 0);
            case "<" -> compare(children, level, order -> order < 0);
            case "<=" -> compare(children, level, order -> order <= 0);
            case ">" -> compare(children, level, order -> order > 0);
            case ">=" -> compare(children, level, order -> order >= 0);
            case "STARTS_WITH" -> text(children, level, UTF8String::startsWith);
            case "ENDS_WITH" -> text(children, level, UTF8String::endsWith);
            case "CONTAINS" -> text(children, level, UTF8String::contains);
            case "IN" -> in(children, level);
            default -> null;
        };
    }

    private static ListingFilter both(Expression[] children, SpaceColumn.Level level, boolean and) {
        ListingFilter left = of(children[0], level);
        ListingFilter right = of(children[1], level);
        if (left == null || right == null) {
            return null;
        }
        return and
                ? entry -> left.accepts(entry) && right.accepts(entry)
                : entry -> left.accepts(entry) || right.accepts(entry);
    }

    /** The value of a column in the form in which Spark has constants; null if the expression is no column of the listing. */
    private static Function<FileEntry, Comparable<?>> column(Expression expression, SpaceColumn.Level level) {
        if (!(expression instanceof NamedReference reference) || reference.fieldNames().length != 1) {
            return null;
        }
        String name = reference.fieldNames()[0].toLowerCase(Locale.ROOT);
        if (name.equals(level.fileColumn())) {
            return entry -> UTF8String.fromString(entry.printable());
        } else if (level != SpaceColumn.Level.FILES) {
            return null;
        }
        return switch (name) {
            case "length" -> entry -> entry.version().length();
            case "modified" -> entry -> entry.version().modified() * MICROS;
            default -> null;
        };
    }

    /** The value of a constant; null if it is not one of these types. */
    private static Comparable<?> constant(Expression expression) {
        Object value = expression instanceof Literal<?> literal ? literal.value() : null;
        return value instanceof UTF8String || value instanceof Long ? (Comparable<?>) value : null;
    }

    private static ListingFilter compare(Expression[] children, SpaceColumn.Level level, IntPredicate wanted) {
        Function<FileEntry, Comparable<?>> column = column(children[0], level);
        Comparable<?> constant = constant(children[1]);
        return column == null || constant == null ? null : entry -> wanted.test(order(column.apply(entry), constant));
    }

    /** The order of two values of one type, as Spark has cast them. */
    private static int order(Comparable<?> left, Comparable<?> right) {
        return left instanceof UTF8String text
                ? text.binaryCompare((UTF8String) right)
                : Long.compare((Long) left, (Long) right);
    }

    private static ListingFilter text(
            Expression[] children, SpaceColumn.Level level, BiPredicate<UTF8String, UTF8String> predicate) {
        Function<FileEntry, Comparable<?>> column = column(children[0], level);
        return column != null && constant(children[1]) instanceof UTF8String constant
                ? entry -> predicate.test((UTF8String) column.apply(entry), constant)
                : null;
    }

    private static ListingFilter in(Expression[] children, SpaceColumn.Level level) {
        Function<FileEntry, Comparable<?>> column = column(children[0], level);
        List<Comparable<?>> constants = new ArrayList<>();
        Stream.of(children).skip(1).forEach(each -> constants.add(constant(each)));
        return column == null || constants.contains(null)
                ? null
                : entry -> {
                    Comparable<?> value = column.apply(entry);
                    return constants.stream().anyMatch(constant -> order(value, constant) == 0);
                };
    }
}
