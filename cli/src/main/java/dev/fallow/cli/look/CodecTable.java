package dev.fallow.cli.look;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.cli.shell.AlignedColumns;
import dev.fallow.report.CodecReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** The libraries with codecs of chunk filters, as text and as JSON. */
record CodecTable(List<CodecReport> codecs) {
    void print(PrintWriter out) {
        AlignedColumns columns = AlignedColumns.fitting(out, -1);
        for (CodecReport each : codecs) {
            String used = each.isUsed() ? "used" : "not used";
            columns.add(
                    each.format(),
                    each.library(),
                    each.isNative() ? "native code" : "Java code",
                    each.note().isEmpty() ? used : used + ": " + each.note());
        }
        columns.flush();
    }

    void write(JsonGenerator generator) throws IOException {
        generator.writeArrayFieldStart("codecs");
        for (CodecReport each : codecs) {
            generator.writeStartObject();
            generator.writeStringField("format", each.format());
            generator.writeStringField("library", each.library());
            generator.writeBooleanField("native", each.isNative());
            generator.writeBooleanField("used", each.isUsed());
            generator.writeStringField("note", each.note());
            generator.writeEndObject();
        }
        generator.writeEndArray();
    }
}
