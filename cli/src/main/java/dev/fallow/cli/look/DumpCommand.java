package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.text.Json;
import dev.fallow.report.StructureDump;
import dev.fallow.report.StructureDump.Checksum;
import dev.fallow.report.StructureDump.Field;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fallow dump}: the fields of one structure. */
@Command(
        name = "dump",
        mixinStandardHelpOptions = true,
        description = {
            "Shows one structure field by field.",
            "The structure is recognised by its signature. The addresses are those of fallow check and fallow space. The exit code is 1"
                    + " if its checksum is wrong."
        })
public final class DumpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file, which may be damaged.")
    private Path file;

    @Option(names = "--addr", paramLabel = "A", required = true, description = "The address; 0 for the superblock.")
    private long address;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        StructureDump dump = ContainerFile.dump(file, address);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Json.print(out, "dump/1", generator -> printJson(generator, dump));
        } else {
            print(out, dump);
        }
        boolean wrong = dump.checksum() == Checksum.WRONG || dump.checksum() == Checksum.NOT_FOUND;
        return wrong ? ExitCode.FINDINGS : ExitCode.OK;
    }

    private static String verdict(Checksum checksum) {
        return switch (checksum) {
            case RIGHT -> "checksum right";
            case WRONG -> "checksum wrong";
            case NONE -> "no checksum";
            case NOT_FOUND -> "no place has a right checksum";
        };
    }

    private static void print(PrintWriter out, StructureDump dump) {
        out.printf(
                "%s at address %d, %d bytes, %s%n",
                dump.structure(), dump.address(), dump.bytes(), verdict(dump.checksum()));
        out.printf("%6s %6s  %-22s %s%n", "offset", "bytes", "field", "value");
        for (Field each : dump.fields()) {
            String value = each.value().isEmpty() ? each.content() : each.value();
            out.println("%6d %6d  %-22s %s".formatted(each.offset(), each.bytes(), each.name(), value));
        }
    }

    private static void printJson(JsonGenerator json, StructureDump dump) throws IOException {
        json.writeStringField("structure", dump.structure());
        json.writeNumberField("address", dump.address());
        json.writeNumberField("bytes", dump.bytes());
        json.writeStringField(
                "checksum", dump.checksum().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        json.writeArrayFieldStart("fields");
        for (Field each : dump.fields()) {
            json.writeStartObject();
            json.writeStringField("name", each.name());
            json.writeNumberField("offset", each.offset());
            json.writeNumberField("bytes", each.bytes());
            json.writeStringField("content", each.content());
            json.writeStringField("value", each.value());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
