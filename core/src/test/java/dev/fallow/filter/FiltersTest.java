package dev.fallow.filter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiltersTest {
    @Test
    void knownFiltersHaveNames() {
        assertThat(Filters.name(Filters.DEFLATE)).isEqualTo("deflate");
        assertThat(Filters.name(Filters.SCALE_OFFSET)).isEqualTo("scaleoffset");
        assertThat(Filters.name(Filters.BLOSC2)).isEqualTo("blosc2");
        assertThat(Filters.name(999)).isEqualTo("filter-999");
    }

    @Test
    void aLabelHasTheLevel() {
        assertThat(Filters.deflate(4).label()).isEqualTo("deflate-4");
        assertThat(Filters.zstd(3).label()).isEqualTo("zstd-3");
        assertThat(Filters.bzip2(9).label()).isEqualTo("bzip2-9");
        assertThat(Filters.shuffle().label()).isEqualTo("shuffle");
        assertThat(Filters.scaleOffset(2).label()).isEqualTo("scaleoffset");
        assertThat(new FilterSetting(Filters.DEFLATE, true).label()).isEqualTo("deflate");
    }
}
