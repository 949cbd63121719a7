package dev.fallow.testing;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.InflaterInputStream;

/**
 * A chunk of a dataset that other software has filtered. Files of them have a line for each: name, mask, filters as
 * {@code id:values;...}, raw data (compressed by zlib) and stored chunk in base64, separated by {@code " | "}.
 *
 * @param name of the case
 * @param mask bit i: filter i was skipped
 * @param ids of the filters
 * @param values the client data values of each filter
 * @param raw the data that other software reads
 * @param stored the bytes in the file
 */
public record FilteredChunk(String name, int mask, List<Integer> ids, List<int[]> values, byte[] raw, byte[] stored) {
    /** Reads a resource of the class. */
    public static List<FilteredChunk> read(Class<?> owner, String resource) throws IOException {
        List<FilteredChunk> chunks = new ArrayList<>();
        try (InputStream in = owner.getResourceAsStream(resource);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                chunks.add(parse(line));
            }
        }
        return chunks;
    }

    private static FilteredChunk parse(String line) throws IOException {
        String[] fields = line.split(" \\| ", -1);
        List<Integer> ids = new ArrayList<>();
        List<int[]> values = new ArrayList<>();
        for (String filter : fields[2].split(";")) {
            String[] parts = filter.split(":", -1);
            ids.add(Integer.parseInt(parts[0]));
            String[] texts = parts[1].isEmpty() ? new String[0] : parts[1].split(",");
            int[] numbers = new int[texts.length];
            for (int i = 0; i < texts.length; i++) {
                numbers[i] = Integer.parseUnsignedInt(texts[i]);
            }
            values.add(numbers);
        }
        return new FilteredChunk(
                fields[0],
                Integer.parseInt(fields[1]),
                ids,
                values,
                inflated(Base64.getDecoder().decode(fields[3])),
                Base64.getDecoder().decode(fields[4]));
    }

    private static byte[] inflated(byte[] compressed) throws IOException {
        try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(compressed))) {
            return in.readAllBytes();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
