package dev.fallow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Validates what the command prints with {@code --json} against the committed schemas. */
public final class Schemas {
    private static final Pattern FIRST_FIELD =
            Pattern.compile("\\A\\{\\s*\"schema\"\\s*:\\s*\"fallow\\.([a-z-]+)/(\\d+)\"");
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private Schemas() {}

    /** Fails unless the text is a JSON object whose first field names a committed schema that it satisfies. */
    public static void check(String json) {
        Matcher matcher = FIRST_FIELD.matcher(json);
        assertThat(matcher.find()).as("the first field is schema: %.200s", json).isTrue();
        Schema schema = SCHEMAS.computeIfAbsent(matcher.group(1) + "-" + matcher.group(2), Schemas::read);
        assertThat(schema.validate(json, InputFormat.JSON)).as("%.2000s", json).isEmpty();
    }

    /** Whether a text begins as the objects do that have a schema. */
    static boolean hasSchema(String json) {
        return FIRST_FIELD.matcher(json).find();
    }

    private static Schema read(String name) {
        String resource = "schema/" + name + ".json";
        try (InputStream in = Fallow.class.getResourceAsStream(resource)) {
            assertThat(in).as(resource).isNotNull();
            return REGISTRY.getSchema(in, InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
