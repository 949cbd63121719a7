package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerFile;
import dev.fallow.cli.shell.Choices;
import dev.fallow.cli.shell.ExitCode;
import dev.fallow.cli.shell.Json;
import dev.fallow.cli.shell.Verb;
import dev.fallow.report.StructureDump;
import dev.fallow.report.StructureDump.Checksum;
import dev.fallow.report.StructureDump.Field;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fallow dump}: the fields of one structure. */
@Command(
        name = "dump",
        description = {
            "Shows one structure field by field.",
            "The structure is recognised by its signature. The addresses are those of fallow check and fallow space. The exit code is 1"
                    + " if its checksum is wrong."
        })
public final class DumpCommand extends Verb {
    @Parameters(index = "0", paramLabel = "FILE", description = "An HDF5 file, which may be damaged.")
    private Path file;

    @Option(names = "--addr", paramLabel = "A", required = true, description = "The address; 0 for the superblock.")
    private long address;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() {
        StructureDump dump = ContainerFile.dump(file, address);
        PrintWriter out = out();
        if (json) {
            Json.print(out, "dump/1", generator -> printJson(generator, dump));
        } else {
            print(out, dump);
        }
        boolean wrong = dump.checksum() == Checksum.WRONG || dump.checksum() == Checksum.NOT_FOUND;
        return wrong ? ExitCode.FINDINGS : ExitCode.OK;
    }

    private static void print(PrintWriter out, StructureDump dump) {
        String verdict = switch (dump.checksum()) {
            case RIGHT -> "checksum right";
            case WRONG -> "checksum wrong";
            case NONE -> "no checksum";
            case NOT_FOUND -> "no place has a right checksum";
        };
        out.printf("%s at address %d, %d bytes, %s%n", dump.structure(), dump.address(), dump.bytes(), verdict);
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
        json.writeStringField("checksum", Choices.name(dump.checksum()));
        Json.array(json, "fields", dump.fields(), each -> {
            json.writeStringField("name", each.name());
            json.writeNumberField("offset", each.offset());
            json.writeNumberField("bytes", each.bytes());
            json.writeStringField("content", each.content());
            json.writeStringField("value", each.value());
        });
    }
}
