package dev.fallow.internal.path;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PathNodeTest {
    private static final PathNode ROOT = PathNode.of("/");

    @Test
    void namesAreSeparatedBySlashes() {
        assertThat(ROOT).hasToString("/");
        assertThat(ROOT.child("a")).hasToString("/a");
        assertThat(ROOT.child("a").child("b").full()).isEqualTo("/a/b");
        assertThat(PathNode.of("/a/b").child("c").full()).isEqualTo("/a/b/c");
    }

    @Test
    void aDatatypeIsNamedAfterItsUser() {
        assertThat(ROOT.child("a").datatype()).hasToString("datatype of /a");
        assertThat(ROOT.datatype().datatype()).hasToString("datatype of datatype of /");
        assertThat(ROOT.child("a").datatype().child("b"))
                .hasToString("datatype of /a/b"); // only a damaged file has that
    }

    @Test
    void aMessageShowsTheEndOfALongPath() {
        PathNode deep = ROOT;
        for (int i = 0; i < 100_000; i++) {
            deep = deep.child("group" + i);
        }
        assertThat(deep.toString())
                .hasSizeBetween(1_000, 1_020)
                .startsWith("...")
                .endsWith("/group99998/group99999");
        assertThat(deep.full())
                .startsWith("/group0/group1/")
                .endsWith("/group99999")
                .hasSize(1_088_890);
    }

    @Test
    void aMessageShowsTheEndOfALongName() {
        assertThat(ROOT.child("x".repeat(60_000) + "y").toString())
                .hasSizeLessThan(1_010)
                .endsWith("xxy");
    }

    @Test
    void aMessageOfManyDatatypesIsShort() {
        PathNode deep = ROOT;
        for (int i = 0; i < 100_000; i++) {
            deep = deep.datatype();
        }
        assertThat(deep.toString()).hasSizeLessThan(1_050);
    }
}
