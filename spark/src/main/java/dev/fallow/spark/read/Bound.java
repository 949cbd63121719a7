package dev.fallow.spark.read;

import dev.fallow.spark.read.table.SparkTypes;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.connector.expressions.Cast;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.And;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A condition that every wanted row meets: a column compared with numbers or texts.
 *
 * @param column its name, and those of members
 * @param values of type {@code Long}, {@code Double} or {@code String}, all the same; one, except for {@link Operator#IN}
 */
record Bound(List<String> column, Operator operator, List<? extends Comparable<?>> values) implements Serializable {
    private static final Map<String, Operator> OPERATORS = Map.of(
            "=", Operator.EQUAL,
            "<=>", Operator.EQUAL,
            "<", Operator.LESS,
            "<=", Operator.LESS_OR_EQUAL,
            ">", Operator.GREATER,
            ">=", Operator.GREATER_OR_EQUAL,
            "IN", Operator.IN);
    private static final List<DataType> INTEGERS = SparkTypes.INTEGERS;

    /** A comparison. */
    enum Operator {
        EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL,
        /** Equal to one of the values. */
        IN;

        /** The operator with its sides exchanged. */
        Operator mirrored() {
            return switch (this) {
                case LESS -> GREATER;
                case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
                case GREATER -> LESS;
                case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
                default -> this;
            };
        }
    }

    /** Copies the lists. */
    Bound {
        column = List.copyOf(column);
        values = List.copyOf(values);
    }

    /** A condition on a column, with its type. */
    private record Side(List<String> column, Class<? extends Comparable<?>> type) {}

    /**
     * The conditions on single columns that a predicate of Spark implies. What is not understood is left to Spark: the list is empty
     * then.
     */
    static List<Bound> of(Predicate predicate, StructType schema) {
        List<Bound> bounds = new ArrayList<>();
        add(predicate, schema, bounds);
        return bounds;
    }

    private static void add(Predicate predicate, StructType schema, List<Bound> bounds) {
        if (predicate instanceof And and) {
            add(and.left(), schema, bounds);
            add(and.right(), schema, bounds);
            return;
        }
        Operator operator = OPERATORS.get(predicate.name());
        Expression[] children = predicate.children();
        if (operator == null || children.length < 2) {
            return;
        }
        if (children.length == 2 && children[0] instanceof Literal<?>) {
            children = new Expression[] {children[1], children[0]};
            operator = operator.mirrored();
        }
        Side side = side(children[0], schema);
        if (side == null) {
            return;
        }
        List<Comparable<?>> values = new ArrayList<>();
        for (Expression each : Arrays.asList(children).subList(1, children.length)) {
            Comparable<?> value = each instanceof Literal<?> literal ? value(literal.value()) : null;
            if (!side.type.isInstance(value)) {
                return;
            }
            values.add(value);
        }
        bounds.add(new Bound(side.column, operator, values));
    }

    private static Comparable<?> value(Object value) {
        if (value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long) {
            return ((Number) value).longValue();
        } else if (value instanceof Float || value instanceof Double) {
            return ((Number) value).doubleValue();
        }
        return value instanceof UTF8String text ? text.toString() : null;
    }

    /** A column, perhaps cast to a wider type. */
    private static Side side(Expression expression, StructType schema) {
        if (expression instanceof Cast cast && cast.expression() instanceof NamedReference reference) {
            DataType from = type(reference, schema);
            DataType to = cast.dataType();
            boolean wider = INTEGERS.contains(from) && INTEGERS.indexOf(to) > INTEGERS.indexOf(from)
                    || to.equals(DataTypes.DoubleType) && DataTypes.FloatType.equals(from);
            return wider ? new Side(List.of(reference.fieldNames()), compared(to)) : null;
        } else if (expression instanceof NamedReference reference) {
            DataType type = type(reference, schema);
            Class<? extends Comparable<?>> compared = type == null ? null : compared(type);
            return compared == null ? null : new Side(List.of(reference.fieldNames()), compared);
        }
        return null;
    }

    private static Class<? extends Comparable<?>> compared(DataType type) {
        if (INTEGERS.contains(type)) {
            return Long.class;
        } else if (type.equals(DataTypes.FloatType) || type.equals(DataTypes.DoubleType)) {
            return Double.class;
        }
        return type.equals(DataTypes.StringType) ? String.class : null;
    }

    private static DataType type(NamedReference reference, StructType schema) {
        DataType type = schema;
        for (String name : reference.fieldNames()) {
            int index = type instanceof StructType struct ? SparkTypes.index(struct, name) : -1;
            type = index < 0 ? null : ((StructType) type).fields()[index].dataType();
        }
        return type;
    }

    /** Whether the values are of this class. */
    boolean compares(Class<?> type) {
        return values.stream().allMatch(type::isInstance);
    }

    /** Whether a value meets the condition. It is of the class of the values. */
    boolean accepts(Comparable<?> value) {
        for (Comparable<?> each : values) {
            int order = compare(value, each);
            boolean met = switch (operator) {
                case EQUAL, IN -> order == 0;
                case LESS -> order < 0;
                case LESS_OR_EQUAL -> order <= 0;
                case GREATER -> order > 0;
                case GREATER_OR_EQUAL -> order >= 0;
            };
            if (met) {
                return true;
            }
        }
        return false;
    }

    /** As Spark compares: NaN is the greatest number, and zeros are equal. */
    private static int compare(Comparable<?> a, Comparable<?> b) {
        if (a instanceof Double x) {
            return Double.compare(x + 0.0, (Double) b + 0.0);
        } else if (a instanceof Long x) {
            return Long.compare(x, (Long) b);
        }
        // by code points, which is the order of the bytes of UTF-8
        return UTF8String.fromString(a.toString()).compareTo(UTF8String.fromString(b.toString()));
    }
}
