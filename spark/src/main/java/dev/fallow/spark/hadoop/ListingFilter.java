package dev.fallow.spark.hadoop;

import java.util.ArrayList;
import java.util.List;
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
 * A filter of the listing, made from one of a query: comparisons of what the listing tells with constants, and what AND, OR and NOT make
 * of them. A comparison of a missing value is false, where Spark has a third truth value: so every file is accepted for which the
 * predicate is true, and just these where no value is missing.
 */
@FunctionalInterface
public interface ListingFilter {
    /** The columns that the listing tells. */
    @FunctionalInterface
    interface Columns {
        /**
         * The values of a column in the form in which Spark has constants, integers as {@code Long}.
         *
         * @param names the name of the column, and those of members
         * @return null if the listing does not tell it
         */
        Function<FileEntry, Comparable<?>> find(String... names);
    }

    /** Whether the query can have rows of a file. */
    boolean accepts(FileEntry entry);

    /** The filter for a predicate; null if the listing cannot tell. */
    static ListingFilter of(Expression expression, Columns columns) {
        if (!(expression instanceof Predicate predicate)) {
            return null;
        }
        Expression[] children = predicate.children();
        return switch (predicate.name()) {
            case "ALWAYS_TRUE" -> entry -> true;
            case "ALWAYS_FALSE" -> entry -> false;
            case "AND", "OR" -> both(children, columns, predicate.name().equals("AND"));
            case "NOT" -> {
                ListingFilter inner = of(children[0], columns);
                yield inner == null ? null : entry -> !inner.accepts(entry);
            }
            case "IS_NOT_NULL" -> missing(children[0], columns, false);
            case "IS_NULL" -> missing(children[0], columns, true);
            case "=", "<=>" -> compare(children, columns, order -> order == 0);
            case "<>" -> compare(children, columns, order -> order != 0);
            case "<" -> compare(children, columns, order -> order < 0);
            case "<=" -> compare(children, columns, order -> order <= 0);
            case ">" -> compare(children, columns, order -> order > 0);
            case ">=" -> compare(children, columns, order -> order >= 0);
            case "STARTS_WITH" -> text(children, columns, UTF8String::startsWith);
            case "ENDS_WITH" -> text(children, columns, UTF8String::endsWith);
            case "CONTAINS" -> text(children, columns, UTF8String::contains);
            case "IN" -> in(children, columns);
            default -> null;
        };
    }

    private static ListingFilter both(Expression[] children, Columns columns, boolean and) {
        ListingFilter left = of(children[0], columns);
        ListingFilter right = of(children[1], columns);
        if (left == null || right == null) {
            return null;
        }
        return and
                ? entry -> left.accepts(entry) && right.accepts(entry)
                : entry -> left.accepts(entry) || right.accepts(entry);
    }

    private static Function<FileEntry, Comparable<?>> column(Expression expression, Columns columns) {
        return expression instanceof NamedReference reference ? columns.find(reference.fieldNames()) : null;
    }

    /** The value of a constant; null if it is not one of these types. */
    private static Comparable<?> constant(Expression expression) {
        Object value = expression instanceof Literal<?> literal ? literal.value() : null;
        if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
            return ((Number) value).longValue();
        }
        return value instanceof UTF8String || value instanceof Long ? (Comparable<?>) value : null;
    }

    private static ListingFilter missing(Expression expression, Columns columns, boolean wanted) {
        Function<FileEntry, Comparable<?>> column = column(expression, columns);
        return column == null ? null : entry -> (column.apply(entry) == null) == wanted;
    }

    private static ListingFilter compare(Expression[] children, Columns columns, IntPredicate wanted) {
        Function<FileEntry, Comparable<?>> column = column(children[0], columns);
        Comparable<?> constant = constant(children[1]);
        return column == null || constant == null
                ? null
                : entry -> {
                    Comparable<?> value = column.apply(entry);
                    return value != null && wanted.test(order(value, constant));
                };
    }

    /** The order of two values of one type, as Spark has cast them. */
    private static int order(Comparable<?> left, Comparable<?> right) {
        return left instanceof UTF8String text
                ? text.binaryCompare((UTF8String) right)
                : Long.compare((Long) left, (Long) right);
    }

    private static ListingFilter text(
            Expression[] children, Columns columns, BiPredicate<UTF8String, UTF8String> predicate) {
        Function<FileEntry, Comparable<?>> column = column(children[0], columns);
        return column != null && constant(children[1]) instanceof UTF8String constant
                ? entry -> column.apply(entry) instanceof UTF8String value && predicate.test(value, constant)
                : null;
    }

    private static ListingFilter in(Expression[] children, Columns columns) {
        Function<FileEntry, Comparable<?>> column = column(children[0], columns);
        List<Comparable<?>> constants = new ArrayList<>();
        Stream.of(children).skip(1).forEach(each -> constants.add(constant(each)));
        return column == null || constants.contains(null)
                ? null
                : entry -> {
                    Comparable<?> value = column.apply(entry);
                    return value != null && constants.stream().anyMatch(constant -> order(value, constant) == 0);
                };
    }
}
