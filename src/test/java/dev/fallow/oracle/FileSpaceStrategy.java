package dev.fallow.oracle;

import org.bytedeco.hdf5.global.hdf5;

/** libhdf5's file-space strategies. */
public enum FileSpaceStrategy {
    /** Managers, then aggregators, then the end of the file. */
    FSM_AGGR(hdf5.H5F_FSPACE_STRATEGY_FSM_AGGR),
    /** Pages with managers. */
    PAGE(hdf5.H5F_FSPACE_STRATEGY_PAGE),
    /** Aggregators, then the end of the file. */
    AGGR(hdf5.H5F_FSPACE_STRATEGY_AGGR),
    /** The end of the file only. */
    NONE(hdf5.H5F_FSPACE_STRATEGY_NONE);

    final int code;

    FileSpaceStrategy(int code) {
        this.code = code;
    }

    static FileSpaceStrategy ofCode(int code) {
        for (FileSpaceStrategy strategy : values()) {
            if (strategy.code == code) {
                return strategy;
            }
        }
        throw new IllegalArgumentException("no file-space strategy has the code " + code);
    }
}
