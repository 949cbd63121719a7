package dev.fallow.spark.space;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** The columns of a row for a file, and what they cost. */
enum FileColumn implements SpaceColumn {
    PATH(DataTypes.StringType, Cost.LISTING),
    LENGTH(DataTypes.LongType, Cost.LISTING),
    LIVE(DataTypes.LongType, Cost.WALK),
    FREE(DataTypes.LongType, Cost.WALK),
    UNTRACKED(DataTypes.LongType, Cost.WALK),
    RETURNABLE(DataTypes.LongType, Cost.PLAN),
    RECLAIMABLE(DataTypes.LongType, Cost.PLAN),
    STRATEGY(DataTypes.StringType, Cost.HEADER),
    PERSISTS(DataTypes.BooleanType, Cost.HEADER),
    GENERATION(DataTypes.IntegerType, Cost.HEADER),
    FINDINGS(DataTypes.IntegerType, Cost.WALK),
    VERDICT(DataTypes.StringType, Cost.PLAN),
    MODIFIED(DataTypes.TimestampType, Cost.LISTING),
    ERROR(DataTypes.StringType, Cost.HEADER);

    /** What has to be done for a column; each includes those before it. */
    enum Cost {
        /** Nothing: the listing tells. */
        LISTING,
        /** The superblock, and the settings of the file space. */
        HEADER,
        /** All structures, once. */
        WALK,
        /** All structures, two or three times. */
        PLAN
    }

    private final DataType type;
    private final Cost cost;

    FileColumn(DataType type, Cost cost) {
        this.type = type;
        this.cost = cost;
    }

    @Override
    public DataType type() {
        return type;
    }

    @Override
    public boolean isNullable() {
        return cost != Cost.LISTING;
    }

    Cost cost() {
        return cost;
    }
}
