package dev.fallow.spark.read;

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
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** Finds conditions on single columns in Spark's predicates. What is not understood is left to Spark. */
final class Bounds {
    private static final Map<String, Bound.Operator> OPERATORS = Map.of(
            "=", Bound.Operator.EQUAL,
            "<=>", Bound.Operator.EQUAL,
            "<", Bound.Operator.LESS,
            "<=", Bound.Operator.LESS_OR_EQUAL,
            ">", Bound.Operator.GREATER,
            ">=", Bound.Operator.GREATER_OR_EQUAL,
            "IN", Bound.Operator.IN);
    private static final List<DataType> INTEGERS =
            List.of(DataTypes.ByteType, DataTypes.ShortType, DataTypes.IntegerType, DataTypes.LongType);

    private Bounds() {}

    /** A condition on a column, with its type. */
    private record Side(List<String> column, Class<? extends Comparable<?>> type) {}

    /** The conditions that the predicate implies; empty if none is understood. */
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
        Bound.Operator operator = OPERATORS.get(predicate.name());
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
            boolean wider = INTEGERS.contains(from) && INTEGERS.indexOf(cast.dataType()) > INTEGERS.indexOf(from)
                    || cast.dataType().equals(DataTypes.DoubleType)
                            && (from != null && from.equals(DataTypes.FloatType));
            return wider ? new Side(List.of(reference.fieldNames()), compared(cast.dataType())) : null;
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
            DataType found = null;
            if (type instanceof StructType struct) {
                for (StructField field : struct.fields()) {
                    if (field.name().equals(name)) {
                        found = field.dataType();
                    }
                }
            }
            type = found;
        }
        return type;
    }
}
