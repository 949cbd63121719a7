package dev.fallow.format.objectheader;

/**
 * The thresholds at which attributes change between compact and dense storage.
 *
 * @param maxCompact the maximum number of attributes in compact storage, 0 to 65,535
 * @param minDense the minimum number of attributes in dense storage, at most {@code maxCompact}
 */
public record AttributePhaseChange(int maxCompact, int minDense) {
    /** 8 and 6, used if an object header does not store the values. */
    public static final AttributePhaseChange DEFAULT = new AttributePhaseChange(8, 6);

    public AttributePhaseChange {
        if (minDense < 0 || maxCompact > 0xFFFF || minDense > maxCompact) {
            throw new IllegalArgumentException("phase change: max compact " + maxCompact + ", min dense " + minDense);
        }
    }

    /** Whether a header need not store them. */
    public boolean isDefault() {
        return isLike(DEFAULT);
    }

    boolean isLike(AttributePhaseChange other) {
        return maxCompact == other.maxCompact && minDense == other.minDense;
    }
}
