package dev.fallow.internal.codec;

import dev.fallow.Selection;
import dev.fallow.VirtualMapping;
import dev.fallow.format.FieldReader;
import dev.fallow.format.FieldWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The mappings of a virtual dataset, an object in the global heap. L: size of lengths.
 *
 * <pre>
 *   bytes  field
 *     1    version, 0 or 1
 *     L    number of mappings
 *   for each mapping:
 *     1    version 1: flags: 1 the source file is that of an earlier mapping, 2 the same for the dataset,
 *          4 the source is in the file of the virtual dataset
 *     n    name of the source file, zero-terminated; version 1: with flag 1 the number (L) of the earlier mapping,
 *          with flag 4 nothing
 *     n    path of the source dataset, zero-terminated; version 1: with flag 2 the number (L) of the earlier mapping
 *    ...   {@linkplain SelectionCodec selection} of the source
 *    ...   {@linkplain SelectionCodec selection} of the virtual dataset
 *     4    checksum: lookup3 over all the bytes before it
 * </pre>
 *
 * Version 0 is written, which every library with virtual datasets reads.
 *
 * @param list in the order in which libhdf5 reads them: where several have the same element, the last one has its value
 */
public record VirtualMappings(List<VirtualMapping> list) {
    /** For messages. */
    public static final String STRUCTURE = "virtual dataset mappings";

    private static final int SAME_NAME_OF_FILE = 1;
    private static final int SAME_NAME_OF_DATASET = 2;
    private static final int IN_SAME_FILE = 4;
    /** Two selections without coordinates, which have no names in version 1. */
    private static final int SHORTEST = 32;

    /** Copies the list. */
    public VirtualMappings {
        list = List.copyOf(list);
    }

    /** Reads the whole object. */
    public static VirtualMappings decode(FieldReader in) {
        int from = in.position();
        int version = in.version(0, 1);
        long count = in.length();
        if (count > in.remaining() / SHORTEST) {
            throw in.fail("expected %d mappings, found %d bytes".formatted(count, in.remaining()));
        }
        List<VirtualMapping> list = new ArrayList<>((int) count);
        for (int i = 0; i < count; i++) {
            int flags = version == 0 ? 0 : in.flags(SAME_NAME_OF_FILE | SAME_NAME_OF_DATASET | IN_SAME_FILE);
            String file = (flags & IN_SAME_FILE) != 0
                    ? VirtualMapping.SAME_FILE
                    : (flags & SAME_NAME_OF_FILE) != 0
                            ? list.get(earlier(in, i)).sourceFile()
                            : in.zeroTerminatedText();
            String dataset = (flags & SAME_NAME_OF_DATASET) != 0
                    ? list.get(earlier(in, i)).sourceDataset()
                    : in.zeroTerminatedText();
            list.add(new VirtualMapping(
                    file,
                    dataset,
                    SelectionCodec.decode(in, Selection.UNKNOWN_RANK),
                    SelectionCodec.decode(in, Selection.UNKNOWN_RANK)));
        }
        in.checksumFrom(from);
        return new VirtualMappings(list);
    }

    private static int earlier(FieldReader in, int number) {
        long earlier = in.length();
        if (earlier >= number) {
            throw in.fail(
                    "expected the number of a mapping before %d, found %d".formatted(number, earlier),
                    in.sizes().lengths());
        }
        return (int) earlier;
    }

    /** Writes the object in version 0. */
    public void encode(FieldWriter out) {
        int from = out.position();
        out.u8(0).length(list.size());
        for (VirtualMapping each : list) {
            out.text(each.sourceFile()).u8(0).text(each.sourceDataset()).u8(0);
            SelectionCodec.encode(each.source(), out);
            SelectionCodec.encode(each.virtual(), out);
        }
        out.checksumFrom(from);
    }
}
