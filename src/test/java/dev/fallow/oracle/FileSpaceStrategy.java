package dev.fallow.oracle;

import org.bytedeco.hdf5.global.hdf5;

/** The file-space strategies of libhdf5. */
public enum FileSpaceStrategy {
    /** Allocates from free-space managers, then aggregators, then at the end of the file. */
    FSM_AGGR(hdf5.H5F_FSPACE_STRATEGY_FSM_AGGR),
    /** Allocates in pages, with free-space managers. */
    PAGE(hdf5.H5F_FSPACE_STRATEGY_PAGE),
    /** Allocates from aggregators, then at the end of the file. */
    AGGR(hdf5.H5F_FSPACE_STRATEGY_AGGR),
    /** Allocates at the end of the file only. */
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
