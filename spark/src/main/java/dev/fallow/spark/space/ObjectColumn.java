package dev.fallow.spark.space;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** The columns of a row for an object. */
enum ObjectColumn implements SpaceColumn {
    FILE(DataTypes.StringType),
    PATH(DataTypes.StringType),
    KIND(DataTypes.StringType),
    TYPE(DataTypes.StringType),
    SHAPE(DataTypes.createArrayType(DataTypes.LongType, false)),
    LAYOUT(DataTypes.StringType),
    CHUNK(DataTypes.createArrayType(DataTypes.LongType, false)),
    FILTERS(DataTypes.createArrayType(DataTypes.StringType, false)),
    STORED(DataTypes.LongType),
    LOGICAL(DataTypes.LongType),
    TARGET(DataTypes.StringType),
    ERROR(DataTypes.StringType);

    private final DataType type;

    ObjectColumn(DataType type) {
        this.type = type;
    }

    @Override
    public DataType type() {
        return type;
    }

    @Override
    public boolean isNullable() {
        return this != FILE;
    }

    /** Whether the header of a dataset or datatype has to be read. */
    boolean describes() {
        return switch (this) {
            case TYPE, SHAPE, LAYOUT, CHUNK, FILTERS, STORED, LOGICAL, ERROR -> true;
            default -> false;
        };
    }
}
