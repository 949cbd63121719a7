package dev.fallow.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
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
    void withoutACommandOrWithAnUnknownOneItIsWrongUsage() {
        assertEquals(2, execute());
        assertEquals(2, execute("nonsense"));
    }
}
