package dev.fallow.benchmarks.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class FlameGraphTest {
    @Test
    void aBoxIsAsWideAsItsPartOfTheSamples() {
        FlameGraph graph = new FlameGraph();
        for (int i = 0; i < 2_999; i++) {
            graph.add(i < 750 ? List.of("Main.run", "A.<init>") : List.of("Main.run", "B.add"));
        }
        graph.add(List.of("Main.run", "C.rare"));
        String svg = graph.svg("a & b");
        assertEquals(3_000, graph.samples());
        assertTrue(svg.contains("a &amp; b, 3000 samples"), svg);
        assertTrue(svg.contains("<title>Main.run: 100.0 %</title><rect x=\"0.0\" y=\"45\" width=\"1200.0\""), svg);
        assertTrue(svg.contains("<title>A.&lt;init&gt;: 25.0 %</title><rect x=\"0.0\" y=\"30\" width=\"300.0\""), svg);
        assertTrue(svg.contains("<title>B.add: 75.0 %</title><rect x=\"300.0\" y=\"30\" width=\"899.6\""), svg);
        assertFalse(svg.contains("C.rare"), "too narrow to be seen");
    }
}
