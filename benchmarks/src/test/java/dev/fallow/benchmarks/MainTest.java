package dev.fallow.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command line as a whole. */
class MainTest {
    private final StringWriter out = new StringWriter();

    private int execute(String... arguments) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(out));
        return line.execute(arguments);
    }

    @Test
    void commandsHaveHelp() {
        assertEquals(0, execute("--help"));
        for (String command :
                new String[] {"compare", "report", "race", "lookup", "data", "shrink", "file-system-trace"}) {
            assertEquals(0, execute(command, "--help"), command);
            assertTrue(
                    out.toString().contains("Usage: java -jar benchmarks/target/benchmarks.jar " + command), command);
        }
    }

    @Test
    void withoutArgumentsNothingRuns() {
        assertEquals(2, execute());
        assertTrue(out.toString().contains("CreateDelete"), out::toString);
        assertTrue(out.toString().contains("shrink"), out::toString);
    }

    @Test
    void theFirstArgumentDecides() {
        assertTrue(Main.isOfCommands("race"));
        assertTrue(Main.isOfCommands("--help"));
        for (String ofJmh : List.of("CreateDelete", "-l", "-h", "-prof", "jmh", ".*")) {
            assertFalse(Main.isOfCommands(ofJmh), ofJmh);
        }
    }

    private String refusal(String... arguments) {
        StringWriter errors = new StringWriter();
        boolean refused = Main.refused(new PrintWriter(errors), arguments);
        assertEquals(
                refused,
                errors.toString().contains("expected") || errors.toString().contains("cannot"));
        return errors.toString().strip();
    }

    @Test
    void whatALibraryCannotDoIsSaidBeforeTheRun() {
        assertEquals(
                "jhdf cannot run groups, 100 objects per set: it writes a new file once and deletes nothing; Elements has it",
                refusal("CreateDelete", "-p", "library=fallow,jhdf", "-p", "test=groups"));
        assertEquals(
                "hdf5-pure cannot run datasets, 5 objects per set: its program has the strategy fsm-aggr only",
                refusal(
                        "CreateDelete",
                        "-p",
                        "library=hdf5-pure",
                        "-p",
                        "strategy=page",
                        "-p",
                        "test=datasets",
                        "-p",
                        "count=5"));
        assertEquals(
                "strategy: no paged; expected one of [fsm-aggr, page, aggr, none]",
                refusal("CreateDelete", "-p", "library=fallow", "-p", "strategy=paged"));
        assertEquals(
                "count: expected a whole number from 1 to 999999999, found 0",
                refusal("CreateDelete", "-p", "library=fallow", "-p", "count=0"));
    }

    @Test
    void unknownPoliciesAndTracesAreSaidBeforeTheRun() {
        assertTrue(
                refusal("Policies", "-p", "policy=ordred").startsWith("policy: no ordred; expected one of [ordered, "));
        assertTrue(refusal("Policies", "-p", "trace=group")
                .startsWith("trace: no group; expected a .trace file or one of"));
        assertEquals("trace: cannot read no-such.trace", refusal("Policies", "-p", "trace=no-such.trace"));
    }

    @Test
    void nothingIsRefusedThatOtherBenchmarksCanDoOrThatRunsNothing() {
        assertEquals("", refusal("Elements", "-p", "library=jhdf"));
        assertEquals("", refusal("CreateDelete", "-p", "library=jhdf", "-l"));
        assertEquals("", refusal("CreateDelete", "-p", "library=fallow", "-prof", "gc", "-rf", "json", "-rff", "x"));
        assertEquals("", refusal("--no-such-option-of-jmh"));
    }

    @Test
    void aRunOfEverythingIsAnnounced() {
        assertTrue(refusal("-p", "library=fallow").startsWith("No pattern: all benchmarks run"));
    }
}
