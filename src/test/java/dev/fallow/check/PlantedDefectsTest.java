package dev.fallow.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.report.CheckReport;
import dev.fallow.report.Finding;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Defects planted in sound files, one for each structure and kind. Checksums are recomputed unless they are the defect. The check
 * names each by its code and its address or path, and calls none of the files sound.
 */
class PlantedDefectsTest {
    private static final int LINK_INFO = 0x02;
    private static final int DATATYPE = 0x03;
    private static final int LINK = 0x06;
    private static final int LAYOUT = 0x08;
    private static final int ATTRIBUTE = 0x0C;
    private static final int CONTINUATION = 0x10;
    private static final int SYMBOL_TABLE = 0x11;
    private static final int ATTRIBUTE_INFO = 0x15;

    /** Where the finding has neither an address nor a path to compare. */
    private static final long ANYWHERE = Long.MIN_VALUE;

    @TempDir
    private Path folder;

    /**
     * A defect.
     *
     * @param plant changes the bytes, and returns the address of the finding
     * @param path of the finding; not compared if it is null
     */
    record Planted(String name, Subject subject, FindingCode code, String path, ToLongFunction<Damage> plant) {
        @Override
        public String toString() {
            return code.label() + ": " + name + " in " + subject;
        }
    }

    private static Planted of(
            String name, Subject subject, FindingCode code, String path, ToLongFunction<Damage> plant) {
        return new Planted(name, subject, code, path, plant);
    }

    /** Changes one number, and returns the address of its structure. */
    private static long set(Damage in, long structure, long at, int width, long value) {
        assertThat(in.get(structure + at, width)).isNotEqualTo(value);
        in.put(structure + at, width, value);
        return structure;
    }

    static List<Planted> defects() {
        List<Planted> all = new ArrayList<>();
        superblocks(all);
        headers(all);
        links(all);
        attributes(all);
        symbolTables(all);
        chunkTrees(all);
        arrays(all);
        heaps(all);
        space(all);
        return all;
    }

    private static void superblocks(List<Planted> all) {
        Subject file = Subject.VALUES;
        all.add(of("checksum", file, FindingCode.SB_CHECKSUM, null, in -> {
            in.unsealed();
            return set(in, 0, 44, 4, 1);
        }));
        all.add(of("version", file, FindingCode.SB_VERSION, null, in -> set(in, 0, 8, 1, 9)));
        all.add(of("size of offsets", file, FindingCode.SB_FIELD, null, in -> set(in, 0, 9, 1, 3)));
        all.add(of("unknown flag", file, FindingCode.SB_FIELD, null, in -> set(in, 0, 11, 1, 0x80)));
        all.add(of("mark of a writer", file, FindingCode.SB_OPEN, null, in -> set(in, 0, 11, 1, 1)));
        all.add(of("end of file", file, FindingCode.SB_TRUNCATED, null, in -> set(in, 0, 28, 8, in.length() + 100L)));
        all.add(of("root", file, FindingCode.SB_ROOT, null, in -> set(in, 0, 36, 8, in.length() + 8L)));
        all.add(of("extension", file, FindingCode.SB_EXTENSION, null, in -> set(in, 0, 20, 8, in.length() + 8L)));
        all.add(of("extension elsewhere", Subject.HOLES, FindingCode.SB_EXTENSION, null, in -> {
            in.add(20, 8, 16);
            return in.get(20, 8);
        }));
        all.add(of("a dataset as root", file, FindingCode.SB_ROOT, "/", in -> {
            in.put(36, 8, in.header("/int"));
            return in.header("/int");
        }));
        all.add(of("reserved", Subject.OLD_VALUES, FindingCode.SB_VERSION, null, in -> set(in, 0, 9, 1, 1)));
        all.add(of("leaf K", Subject.OLD_VALUES, FindingCode.SB_FIELD, null, in -> set(in, 0, 16, 2, 0)));
        all.add(of("free space", Subject.OLD_VALUES, FindingCode.SB_FIELD, null, in -> set(in, 0, 32, 8, 800)));
        all.add(of("cached heap", Subject.OLD_VALUES, FindingCode.SB_CACHE, "/", in -> set(in, 0, 88, 8, 8)));
    }

    private static void headers(List<Planted> all) {
        Subject file = Subject.VALUES;
        all.add(of("signature", file, FindingCode.HDR_SIGNATURE, "/int", in -> set(in, in.header("/int"), 0, 4, 7)));
        all.add(of("checksum", file, FindingCode.HDR_CHECKSUM, "/group", in -> {
            in.unsealed();
            long header = in.header("/group");
            in.add(in.message(header, ATTRIBUTE) + 30, 1, 1);
            return header;
        }));
        all.add(of("flags", file, FindingCode.HDR_FIELD, "/int", in -> {
            set(in, in.header("/int"), 5, 1, 0xC0);
            return ANYWHERE;
        }));
        all.add(of("message length", file, FindingCode.HDR_FIELD, "/int", in -> {
            set(in, in.message(in.header("/int"), LAYOUT), -3, 2, 0xFFF0);
            return ANYWHERE;
        }));
        all.add(of("datatype class", file, FindingCode.HDR_MESSAGE, "/int", in -> {
            set(in, in.message(in.header("/int"), DATATYPE), 0, 1, 0x1F);
            return ANYWHERE;
        }));
        all.add(of("unknown kind", file, FindingCode.HDR_KIND, "/type", in -> {
            set(in, in.message(in.header("/type"), DATATYPE), -4, 1, 0x0D);
            return in.header("/type");
        }));
        all.add(of("two datatypes", file, FindingCode.HDR_DUPLICATE, "/int", in -> {
            long body = in.message(in.header("/int"), 0x05);
            set(in, body, -4, 1, DATATYPE);
            return body;
        }));
        all.add(of("elements past the end", file, FindingCode.DATA_RANGE, "/int", in -> {
            long far = in.length() + 100L;
            set(in, in.message(in.header("/int"), LAYOUT), 2, 8, far);
            return far;
        }));
        all.add(of("elements inside a header", file, FindingCode.SPACE_OVERLAP, null, in -> {
            set(in, in.message(in.header("/int"), LAYOUT), 2, 8, in.header("/group") + 4);
            return in.header("/group") + 4;
        }));
        all.add(of("too few elements", file, FindingCode.DATA_SIZE, "/int", in -> {
            long body = in.message(in.header("/int"), LAYOUT);
            set(in, body, 10, 8, 8);
            return body;
        }));
        all.add(of("compact elements", file, FindingCode.DATA_SIZE, "/compact", in -> {
            long body = in.message(in.header("/compact"), LAYOUT);
            set(in, body, 2, 2, 2);
            return body;
        }));
        all.add(of("hard link elsewhere", file, FindingCode.HDR_SIGNATURE, "/int", in -> {
            long target = in.header("/int");
            int at = in.message(in.header("/"), LINK);
            while (in.get(at, 8) != target) {
                at++;
            }
            in.add(at, 8, 8);
            return target + 8;
        }));
        all.add(of("hard link past the end", file, FindingCode.LINK_TARGET, "/int", in -> {
            long target = in.header("/int");
            int at = in.message(in.header("/"), LINK);
            while (in.get(at, 8) != target) {
                at++;
            }
            in.put(at, 8, 1L << 40);
            return 1L << 40;
        }));
        all.add(of("two links of a name", file, FindingCode.LINK_DUPLICATE, "/group", in -> {
            in.text(in.find("zgain"), "group");
            return ANYWHERE;
        }));
        all.add(of("unknown message", file, FindingCode.HDR_UNKNOWN, "/group", in -> {
            int body = in.message(in.header("/group"), ATTRIBUTE);
            set(in, body, -4, 1, 0x26);
            return body;
        }));
        all.add(of("flags that disagree", file, FindingCode.HDR_FIELD, "/group", in -> {
            set(in, in.message(in.header("/group"), ATTRIBUTE), -1, 1, 0x06);
            return ANYWHERE;
        }));
        all.add(of("flags of a free message that disagree", file, FindingCode.HDR_FIELD, "/int", in -> {
            int body = in.message(in.header("/int"), LAYOUT);
            set(in, body, -4, 1, 0);
            set(in, body, -1, 1, 0x06);
            return ANYWHERE;
        }));
        all.add(of("a flag of a free message", file, FindingCode.HDR_FLAGS, "/int", in -> {
            int body = in.message(in.header("/int"), 0x05);
            set(in, body, -4, 1, 0);
            set(in, body, -1, 1, 0x02);
            return body - 4;
        }));
        all.add(of("exponent inside the mantissa", file, FindingCode.HDR_DATATYPE, "/number", in -> {
            int body = in.message(in.header("/number"), DATATYPE);
            set(in, body, 12, 1, 5);
            return body;
        }));
        all.add(of("a bias of an exponent", file, FindingCode.HDR_BIAS, "/number", in -> {
            int body = in.message(in.header("/number"), DATATYPE);
            set(in, body, 16, 1, in.get(body + 16, 1) ^ 1);
            return body;
        }));
        all.add(of("a name that is not UTF-8", file, FindingCode.NAME_ENCODING, "/zg\uDCFFin", in -> {
            in.put(in.find("zgain") + 2, 1, 0xFF);
            return ANYWHERE;
        }));
        all.add(of("a name of an enumeration that is not UTF-8", file, FindingCode.NAME_ENCODING, "/names", in -> {
            in.put(in.find("only"), 1, 0xFE);
            return in.message(in.header("/names"), DATATYPE);
        }));
        all.add(of("an empty name of an enumeration", file, FindingCode.HDR_DATATYPE, "/names", in -> {
            int body = in.message(in.header("/names"), DATATYPE);
            int name = in.find("only");
            assertThat((long) name).isGreaterThan(body);
            in.put(name, 4, 0); // the value follows the end of the name
            return body;
        }));
        all.add(of("a slash in a name", file, FindingCode.LINK_NAME, "/zga/n", in -> {
            in.text(in.find("zgain"), "zga/n");
            return ANYWHERE;
        }));
        all.add(of("an end in a name", file, FindingCode.LINK_NAME, null, in -> {
            in.put(in.find("zgain"), 1, 0);
            return ANYWHERE;
        }));
        all.add(of("a slash in an old name", Subject.OLD_VALUES, FindingCode.LINK_NAME, null, in -> {
            in.text(in.find("zgain"), "zga/n");
            return ANYWHERE;
        }));
        all.add(of("a shared message without a table", file, FindingCode.SOHM_MISSING, "/compact", in -> {
            int body = in.message(in.header("/compact"), DATATYPE);
            set(in, body, -1, 1, 0x03);
            in.put(body, 2, 0x0103);
            return body;
        }));
        all.add(of("no mantissa", file, FindingCode.HDR_DATATYPE, "/number", in -> {
            int body = in.message(in.header("/number"), DATATYPE);
            set(in, body, 15, 1, 0);
            return body;
        }));
        all.add(of("an index of links without a heap", file, FindingCode.HDR_MESSAGE, "/", in -> {
            int body = in.message(in.header("/"), LINK_INFO);
            set(in, body, 10, 8, 48);
            return body;
        }));
        all.add(of("an index of attributes without a heap", Subject.ATTRIBUTES, FindingCode.HDR_MESSAGE, "/few", in -> {
            int body = in.message(in.header("/few"), ATTRIBUTE_INFO);
            set(in, body, 12, 8, 48);
            return body;
        }));
        all.add(of("dataset without a layout", file, FindingCode.HDR_KIND, "/int", in -> {
            set(in, in.message(in.header("/int"), LAYOUT), -4, 1, 0);
            return in.header("/int");
        }));
        all.add(of("precision", file, FindingCode.HDR_DATATYPE, "/type", in -> {
            int body = in.message(in.header("/type"), DATATYPE);
            set(in, body, 10, 2, 15);
            return body;
        }));
        all.add(of(
                "old link count too low",
                Subject.OLD_VALUES,
                FindingCode.HDR_LINKS_LOW,
                "/group",
                in -> set(in, in.header("/group"), 4, 4, 1)));
        all.add(of(
                "old link count too high",
                Subject.OLD_VALUES,
                FindingCode.HDR_LINKS_HIGH,
                "/int",
                in -> set(in, in.header("/int"), 4, 4, 5)));
        all.add(of(
                "old message count",
                Subject.OLD_VALUES,
                FindingCode.HDR_COUNT,
                "/int",
                in -> set(in, in.header("/int"), 2, 2, 3)));
        all.add(of(
                "old length",
                Subject.OLD_VALUES,
                FindingCode.HDR_RANGE,
                "/int",
                in -> set(in, in.header("/int"), 8, 4, 1 << 20)));
        all.add(of("value too short", file, FindingCode.HDR_MESSAGE, "/group", in -> {
            set(in, in.message(in.header("/group"), ATTRIBUTE), 8 + 1 + 10 + 12 + 4, 8, 900);
            return ANYWHERE;
        }));
        all.add(of("continuation elsewhere", Subject.CONTINUED, FindingCode.HDR_RANGE, "/group", in -> {
            long body = continuation(in);
            in.put(body, 8, in.length() + 1_000L);
            return ANYWHERE;
        }));
        all.add(of(
                "continuation signature",
                Subject.CONTINUED,
                FindingCode.HDR_SIGNATURE,
                null,
                in -> set(in, in.first("OCHK"), 0, 1, 'X')));
        all.add(of("continuation checksum", Subject.CONTINUED, FindingCode.HDR_CHECKSUM, null, in -> {
            in.unsealed();
            in.add(in.first("OCHK") + 9, 1, 1);
            return in.first("OCHK");
        }));
        all.add(of("continuation cycle", Subject.CONTINUED, FindingCode.HDR_CYCLE, null, in -> {
            long body = continuation(in);
            in.put(body, 8, headerWithContinuation(in));
            return headerWithContinuation(in);
        }));
    }

    private static long headerWithContinuation(Damage in) {
        for (int i = 0; ; i++) {
            int header = in.nth("OHDR", i);
            try {
                in.message(header, CONTINUATION);
                return header;
            } catch (IllegalStateException e) {
                // the next one
            }
        }
    }

    private static long continuation(Damage in) {
        return in.message(headerWithContinuation(in), CONTINUATION);
    }

    private static void links(List<Planted> all) {
        Subject file = Subject.LINKS;
        String path = "/group";
        all.add(of(
                "heap signature", file, FindingCode.FHEAP_SIGNATURE, path, in -> set(in, in.first("FRHP"), 0, 1, 'X')));
        all.add(of("heap checksum", file, FindingCode.FHEAP_CHECKSUM, path, in -> {
            in.unsealed();
            return set(in, in.first("FRHP"), 142, 4, 1);
        }));
        all.add(of("table width", file, FindingCode.FHEAP_FIELD, path, in -> {
            set(in, in.first("FRHP"), 110, 2, 3);
            return ANYWHERE;
        }));
        all.add(of("ID length", file, FindingCode.FHEAP_FIELD, path, in -> set(in, in.first("FRHP"), 5, 2, 8)));
        all.add(of("objects", file, FindingCode.FHEAP_COUNT, path, in -> {
            in.add(in.first("FRHP") + 70, 8, 1);
            return in.first("FRHP");
        }));
        all.add(of("allocated space", file, FindingCode.FHEAP_SPACE, path, in -> {
            in.add(in.first("FRHP") + 54, 8, 512);
            return in.first("FRHP");
        }));
        all.add(of("managed space", file, FindingCode.FHEAP_SPACE, path, in -> {
            in.add(in.first("FRHP") + 46, 8, 512);
            return in.first("FRHP");
        }));
        all.add(of("free bytes", file, FindingCode.FHEAP_SPACE, path, in -> {
            in.add(in.first("FRHP") + 30, 8, 8);
            return in.first("FRHP");
        }));
        all.add(of("root block", file, FindingCode.FHEAP_RANGE, path, in -> {
            set(in, in.first("FRHP"), 132, 8, in.length());
            return in.length();
        }));
        all.add(of("heap of an indirect block", file, FindingCode.FHEAP_BLOCK, path, in -> {
            in.add(in.first("FHIB") + 5, 8, 8);
            return in.first("FHIB");
        }));
        all.add(of("checksum of an indirect block", file, FindingCode.FHEAP_CHECKSUM, path, in -> {
            in.unsealed();
            in.add(in.first("FHIB") + 13, 1, 1);
            return in.first("FHIB");
        }));
        all.add(of("exchanged children", file, FindingCode.FHEAP_BLOCK, path, in -> {
            int block = in.first("FHIB");
            in.swap(block + 17, block + 25, 8);
            return in.get(block + 17, 8);
        }));
        all.add(of(
                "signature of a direct block",
                file,
                FindingCode.FHEAP_SIGNATURE,
                path,
                in -> set(in, in.first("FHDB"), 0, 1, 'X')));
        all.add(of("checksum of a direct block", file, FindingCode.FHEAP_CHECKSUM, path, in -> {
            in.unsealed();
            in.add(in.first("FHDB") + 400, 1, 1);
            return in.first("FHDB");
        }));
        all.add(of("offset of a direct block", file, FindingCode.FHEAP_BLOCK, path, in -> {
            in.add(in.first("FHDB") + 13, 4, 512);
            return in.first("FHDB");
        }));
        all.add(of("a changed name", file, FindingCode.DENSE_HASH, path, in -> {
            in.text(in.find("the link number 77"), "THE");
            return ANYWHERE;
        }));
        all.add(of("a link of another version", file, FindingCode.HDR_MESSAGE, path, in -> {
            in.put(in.find("the link number 77") - 12, 1, 9);
            return ANYWHERE;
        }));
        all.add(of(
                "tree signature", file, FindingCode.BT2_SIGNATURE, path, in -> set(in, in.first("BTHD"), 0, 1, 'X')));
        all.add(of("tree checksum", file, FindingCode.BT2_CHECKSUM, path, in -> {
            in.unsealed();
            return set(in, in.first("BTHD"), 34, 4, 1);
        }));
        all.add(of("node size", file, FindingCode.BT2_FIELD, path, in -> {
            set(in, in.first("BTHD"), 6, 4, 4);
            return ANYWHERE;
        }));
        all.add(of("tree type", file, FindingCode.BT2_TYPE, path, in -> set(in, names(in), 5, 1, 8)));
        all.add(of("tree depth", file, FindingCode.BT2_DEPTH, path, in -> {
            in.add(names(in) + 12, 2, -1);
            return in.get(names(in) + 16, 8);
        }));
        all.add(of("root node", file, FindingCode.BT2_RANGE, path, in -> {
            set(in, names(in), 16, 8, in.length());
            return in.length();
        }));
        all.add(of("total of records", file, FindingCode.BT2_COUNT, path, in -> {
            in.add(names(in) + 26, 8, 1);
            return in.get(names(in) + 16, 8);
        }));
        all.add(of("records in a leaf", file, FindingCode.BT2_CHECKSUM, path, in -> {
            long root = in.get(names(in) + 16, 8);
            long pointer = root + 6 + in.get(names(in) + 24, 2) * 11;
            in.add(pointer + 8, 1, -1);
            return in.get(pointer, 8);
        }));
        all.add(of("exchanged records", file, FindingCode.BT2_ORDER, path, in -> {
            long leaf = in.first("BTLF");
            in.swap(leaf + 6, leaf + 6 + 2 * in.get(names(in) + 10, 2), (int) in.get(names(in) + 10, 2));
            return ANYWHERE;
        }));
        all.add(of("heap offset in a record", file, FindingCode.FHEAP_OBJECT, path, in -> {
            int leaf = leafOf(in, 5);
            set(in, leaf + 6 + 4, 1, 4, 0x7FFF_FFF0L);
            return in.first("FRHP");
        }));
        all.add(of("length in a record", file, FindingCode.FHEAP_OVERLAP, path, in -> {
            int leaf = leafOf(in, 5);
            in.add(leaf + 6 + 4 + 5, 2, 6);
            return in.first("FRHP");
        }));
        all.add(of("another record of the order", file, FindingCode.BT2_INDEX, path, in -> {
            int leaf = leafOf(in, 6);
            in.add(leaf + 6 + 8 + 1, 4, 3);
            return orders(in);
        }));
        all.add(of("creation order twice", file, FindingCode.BT2_ORDER, path, in -> {
            int leaf = leafOf(in, 6);
            in.put(leaf + 6 + 15, 8, in.get(leaf + 6, 8));
            return leaf + 6 + 15;
        }));
        all.add(of("maximum creation order", file, FindingCode.LINK_ORDER, null, in -> {
            set(in, in.message(in.header(path), LINK_INFO), 2, 8, 3);
            return in.first("FRHP");
        }));
        all.add(of(
                "sections of the heap",
                file,
                FindingCode.FSM_SIGNATURE,
                path,
                in -> set(in, in.first("FSHD"), 0, 1, 'X')));
        all.add(of("count of sections of the heap", file, FindingCode.FSM_TOTAL, path, in -> {
            in.add(in.first("FSHD") + 14, 8, 1);
            return in.first("FSHD");
        }));
        all.add(of("bytes of sections of the heap", file, FindingCode.FSM_TOTAL, path, in -> {
            in.add(in.first("FSHD") + 6, 8, 1);
            return in.first("FSHD");
        }));
        all.add(of("client of sections", file, FindingCode.FSM_FIELD, path, in -> set(in, in.first("FSHD"), 5, 1, 1)));
    }

    private static int leafOf(Damage in, int type) {
        for (int i = 0; ; i++) {
            int leaf = in.nth("BTLF", i);
            if (in.get(leaf + 5, 1) == type) {
                return leaf;
            }
        }
    }

    private static int tree(Damage in, int type) {
        for (int i = 0; ; i++) {
            int header = in.nth("BTHD", i);
            if (in.get(header + 5, 1) == type) {
                return header;
            }
        }
    }

    private static int names(Damage in) {
        return tree(in, 5);
    }

    private static int orders(Damage in) {
        return tree(in, 6);
    }

    private static void attributes(List<Planted> all) {
        Subject file = Subject.ATTRIBUTES;
        all.add(of("a changed name", file, FindingCode.DENSE_HASH, "/group", in -> {
            in.text(in.find("attribute 7"), "ATT");
            return ANYWHERE;
        }));
        all.add(of("huge objects", file, FindingCode.FHEAP_COUNT, "/group", in -> {
            in.add(in.first("FRHP") + 86, 8, 1);
            return in.first("FRHP");
        }));
        all.add(of("a huge object past the end", file, FindingCode.FHEAP_RANGE, "/group", in -> {
            int leaf = leafOf(in, 1);
            in.put(leaf + 6, 8, in.length());
            return in.length();
        }));
        all.add(of("maximum creation order", file, FindingCode.ATTR_ORDER, "/group", in -> {
            set(in, in.message(in.header("/group"), ATTRIBUTE_INFO), 2, 2, 3);
            return ANYWHERE;
        }));
        all.add(of("a dataspace elsewhere", Subject.VALUES, FindingCode.HDR_MESSAGE, "/group", in -> {
            long body = in.message(in.header("/group"), ATTRIBUTE);
            set(in, body, 1, 1, 2);
            long space = body + 9 + in.get(body + 2, 2) + in.get(body + 4, 2);
            in.put(body + 6, 2, 10); // a reference of version 2 is as long as that
            in.put(space, 2, 2);
            in.put(space + 2, 8, 48);
            return ANYWHERE;
        }));
        all.add(of("lost order", file, FindingCode.BT2_INDEX_LOST, "/group", in -> {
            int tree = tree(in, 9);
            in.add(tree + 24, 2, -1);
            in.add(tree + 26, 8, -1);
            long leaf = in.get(tree + 16, 8);
            in.put(leaf + 6 + in.get(tree + 24, 2) * 13, 4, checksum(in, leaf, 6 + in.get(tree + 24, 2) * 13));
            return tree;
        }));
        all.add(of("two attributes of a name", file, FindingCode.ATTR_DUPLICATE, "/few", in -> {
            in.text(in.find("two"), "one");
            return ANYWHERE;
        }));
    }

    private static long checksum(Damage in, long from, long length) {
        byte[] bytes = new byte[(int) length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) in.get(from + i, 1);
        }
        return dev.fallow.format.Checksum.of(bytes, 0, bytes.length);
    }

    private static void symbolTables(List<Planted> all) {
        Subject file = Subject.SYMBOLS;
        String path = "/group";
        all.add(of("heap signature", file, FindingCode.LHEAP_SIGNATURE, path, in -> set(in, heap(in), 0, 1, 'X')));
        all.add(of("heap version", file, FindingCode.LHEAP_FIELD, path, in -> {
            set(in, heap(in), 4, 1, 7);
            return ANYWHERE;
        }));
        all.add(of("heap data", file, FindingCode.LHEAP_RANGE, path, in -> {
            set(in, heap(in), 24, 8, in.length());
            return in.length();
        }));
        all.add(of("free list", file, FindingCode.LHEAP_FREE, path, in -> {
            long data = in.get(heap(in) + 24, 8);
            set(in, data + in.get(heap(in) + 16, 8), 8, 8, 1 << 20);
            return heap(in);
        }));
        all.add(of("free list in a name", file, FindingCode.LHEAP_OVERLAP, path, in -> {
            long data = in.get(heap(in) + 24, 8);
            long free = data + in.get(heap(in) + 16, 8);
            in.add(free + 8, 8, 16);
            in.put(free, 8, 1);
            return heap(in);
        }));
        all.add(of("tree signature", file, FindingCode.BT1_SIGNATURE, path, in -> set(in, root(in), 0, 1, 'X')));
        all.add(of("tree type", file, FindingCode.BT1_FIELD, path, in -> {
            set(in, root(in), 4, 1, 1);
            return ANYWHERE;
        }));
        all.add(of("tree level", file, FindingCode.BT1_LEVEL, path, in -> {
            set(in, root(in), 5, 1, 3);
            return in.get(root(in) + 32, 8);
        }));
        all.add(of("level of an empty tree", file, FindingCode.BT1_LEVEL, "/group/inner/deep", in -> {
            long tree = in.get(in.oldMessage(in.header("/group/inner/deep"), SYMBOL_TABLE), 8);
            return set(in, tree, 5, 1, 2);
        }));
        all.add(of("too many entries", file, FindingCode.BT1_FIELD, path, in -> {
            set(in, root(in), 6, 2, 999);
            return ANYWHERE;
        }));
        all.add(of("a child past the end", file, FindingCode.BT1_RANGE, path, in -> {
            set(in, root(in), 32, 8, in.length());
            return in.length();
        }));
        all.add(of("exchanged children", file, FindingCode.SNOD_ORDER, path, in -> {
            in.swap(root(in) + 32, root(in) + 48, 8);
            return ANYWHERE;
        }));
        all.add(of("exchanged keys", file, FindingCode.BT1_ORDER, path, in -> {
            in.swap(root(in) + 24, root(in) + 40, 8);
            return root(in);
        }));
        all.add(of("left sibling", file, FindingCode.BT1_SIBLING, path, in -> {
            long second = in.get(root(in) + 48, 8);
            set(in, second, 8, 8, 8);
            return second;
        }));
        all.add(of("right sibling", file, FindingCode.BT1_SIBLING, path, in -> {
            long first = in.get(root(in) + 32, 8);
            set(in, first, 16, 8, 8);
            return first;
        }));
        all.add(of("one child twice", file, FindingCode.SPACE_OVERLAP, path, in -> {
            in.put(root(in) + 48, 8, in.get(root(in) + 32, 8));
            return in.get(root(in) + 32, 8);
        }));
        all.add(of("symbol signature", file, FindingCode.SNOD_SIGNATURE, path, in -> set(in, symbols(in), 0, 1, 'X')));
        all.add(of("too many symbols", file, FindingCode.SNOD_FIELD, path, in -> {
            set(in, symbols(in), 6, 2, 77);
            return ANYWHERE;
        }));
        all.add(of("symbols past the end", file, FindingCode.SNOD_RANGE, path, in -> {
            long leaf = in.get(root(in) + 32, 8);
            set(in, leaf, 32, 8, in.length() - 8L);
            return in.length() - 8L;
        }));
        all.add(of("exchanged symbols", file, FindingCode.SNOD_ORDER, path, in -> {
            in.swap(symbols(in) + 8, symbols(in) + 48, 40);
            return ANYWHERE;
        }));
        all.add(of("name offset", file, FindingCode.SNOD_NAME, path, in -> {
            set(in, symbols(in) + 8, 0, 8, 1 << 24);
            return symbols(in) + 8;
        }));
        all.add(of("cached tree", file, FindingCode.SNOD_CACHE, "/group/inner", in -> {
            long target = in.header("/group/inner");
            int at = symbols(in) + 8;
            while (in.get(at + 8, 8) != target) {
                at += 40;
            }
            in.put(at + 16, 4, 1);
            return at;
        }));
        all.add(of("table of the group", file, FindingCode.BT1_SIGNATURE, path, in -> {
            in.add(in.oldMessage(in.header(path), SYMBOL_TABLE), 8, 8);
            return root(in);
        }));
    }

    private static int heap(Damage in) {
        return (int) in.get(in.oldMessage(in.header("/group"), SYMBOL_TABLE) + 8, 8);
    }

    private static int root(Damage in) {
        return (int) in.get(in.oldMessage(in.header("/group"), SYMBOL_TABLE), 8);
    }

    /** The first symbol table node of the group. */
    private static int symbols(Damage in) {
        long leaf = in.get(root(in) + 32, 8);
        return (int) in.get(leaf + 32, 8);
    }

    private static void chunkTrees(List<Planted> all) {
        Subject file = Subject.OLD_CHUNKS;
        String path = "/data";
        all.add(of(
                "signature of a leaf", file, FindingCode.BT1_SIGNATURE, path, in -> set(in, chunkLeaf(in), 0, 1, 'X')));
        all.add(of("level of a leaf", file, FindingCode.BT1_LEVEL, path, in -> set(in, chunkLeaf(in), 5, 1, 4)));
        all.add(of("a chunk past the end", file, FindingCode.CHUNK_RANGE, path, in -> {
            set(in, chunkLeaf(in), 24 + 24, 8, in.length());
            return chunkLeaf(in) + 24;
        }));
        all.add(of("right sibling of a leaf", file, FindingCode.BT1_SIBLING, path, in -> {
            set(in, chunkLeaf(in), 16, 8, 8);
            return chunkLeaf(in);
        }));
        all.add(of("chunk size", file, FindingCode.CHUNK_SIZE, path, in -> {
            set(in, chunkLeaf(in), 24, 4, 4);
            return chunkLeaf(in) + 24;
        }));
        all.add(of("filter mask", file, FindingCode.CHUNK_MASK, path, in -> {
            set(in, chunkLeaf(in), 28, 4, 1);
            return chunkLeaf(in) + 24;
        }));
        all.add(of("one chunk twice", file, FindingCode.SPACE_OVERLAP, path, in -> {
            in.put(chunkLeaf(in) + 24 + 24, 8, in.get(chunkLeaf(in) + 24 + 24 + 32, 8));
            return ANYWHERE;
        }));
        all.add(of("exchanged chunk keys", file, FindingCode.BT1_ORDER, path, in -> {
            in.swap(chunkLeaf(in) + 32 + 32, chunkLeaf(in) + 32 + 64, 8);
            return ANYWHERE;
        }));
        all.add(of("offset in a chunk", file, FindingCode.BT1_FIELD, path, in -> {
            set(in, chunkLeaf(in), 32, 8, 1);
            return ANYWHERE;
        }));
        all.add(of("shape", file, FindingCode.CHUNK_DIMS, path, in -> {
            in.put(in.oldMessage(in.header(path), 0x01) + 8, 8, 390);
            return ANYWHERE;
        }));
        all.add(of("element size", file, FindingCode.CHUNK_INDEX, path, in -> {
            long body = in.oldMessage(in.header(path), LAYOUT);
            set(in, body + 3 + 8 + 4, 0, 4, 8);
            return body;
        }));
        all.add(of("filter mask of too many", Subject.OLD_FILTERED, FindingCode.CHUNK_MASK, path, in -> {
            long root = in.get(in.oldMessage(in.header(path), LAYOUT) + 3, 8);
            set(in, root, 28, 4, 0x10);
            return root + 24;
        }));
        all.add(of("size 0", Subject.OLD_FILTERED, FindingCode.CHUNK_SIZE, path, in -> {
            long root = in.get(in.oldMessage(in.header(path), LAYOUT) + 3, 8);
            set(in, root, 24, 4, 0);
            return root + 24;
        }));
        Subject tree = Subject.CHUNK_TREE;
        all.add(of("records of another size", tree, FindingCode.BT2_TYPE, path, in -> {
            in.add(in.first("BTHD") + 10, 2, 4);
            return ANYWHERE;
        }));
        all.add(of("exchanged chunks", tree, FindingCode.BT2_ORDER, path, in -> {
            in.swap(in.first("BTLF") + 6, in.first("BTLF") + 6 + 24, 24);
            return ANYWHERE;
        }));
        all.add(of("a chunk outside", tree, FindingCode.CHUNK_DIMS, path, in -> {
            int last = lastRecord(in);
            in.add(last + 8, 8, 77);
            return last;
        }));
        all.add(of("a chunk past the end", tree, FindingCode.CHUNK_RANGE, path, in -> {
            set(in, in.first("BTLF") + 6, 0, 8, in.length());
            return in.first("BTLF") + 6;
        }));
        all.add(of(
                "type of another tree",
                Subject.CHUNK_TREE_FILTERED,
                FindingCode.BT2_TYPE,
                path,
                in -> set(in, in.first("BTHD"), 5, 1, 10)));
        all.add(of("parameters of a filter", Subject.SINGLE, FindingCode.DATA_PIPELINE, path, in -> {
            long body = in.message(in.header(path), 0x0B);
            set(in, body, 2 + 6 + 4 + 6, 4, 77);
            return in.header(path);
        }));
        all.add(of("single chunk", Subject.SINGLE, FindingCode.CHUNK_RANGE, path, in -> {
            long body = in.message(in.header(path), LAYOUT);
            in.put(body + 8 + 8 + 4, 8, in.length());
            return ANYWHERE;
        }));
    }

    private static int chunkLeaf(Damage in) {
        long root = in.get(in.oldMessage(in.header("/data"), LAYOUT) + 3, 8);
        return (int) in.get(root + 24 + 24, 8);
    }

    /** The last record of the last leaf. */
    private static int lastRecord(Damage in) {
        int tree = in.first("BTHD");
        long node = in.get(tree + 16, 8);
        long records = in.get(tree + 24, 2);
        for (long depth = in.get(tree + 12, 2); depth > 0; depth--) {
            long pointer = node + 6 + records * 24 + records * (8 + 1 + (depth > 1 ? 2 : 0));
            node = in.get(pointer, 8);
            records = in.get(pointer + 8, 1);
        }
        return (int) (node + 6 + (records - 1) * 24);
    }

    private static void arrays(List<Planted> all) {
        String path = "/data";
        Subject fixed = Subject.FIXED;
        all.add(of("signature", fixed, FindingCode.FA_SIGNATURE, path, in -> set(in, in.first("FAHD"), 0, 1, 'X')));
        all.add(of("checksum", fixed, FindingCode.FA_CHECKSUM, path, in -> {
            in.unsealed();
            return set(in, in.first("FAHD"), 24, 4, 1);
        }));
        all.add(of("elements", fixed, FindingCode.FA_COUNT, path, in -> {
            in.add(in.first("FAHD") + 8, 8, 1);
            return in.first("FAHD");
        }));
        all.add(of("element size", fixed, FindingCode.FA_FIELD, path, in -> {
            set(in, in.first("FAHD"), 6, 1, 5);
            return ANYWHERE;
        }));
        all.add(of("block", fixed, FindingCode.FA_RANGE, path, in -> {
            set(in, in.first("FAHD"), 16, 8, in.length());
            return in.length();
        }));
        all.add(of("header of a block", fixed, FindingCode.FA_FIELD, path, in -> {
            in.add(in.first("FADB") + 6, 8, 8);
            return in.first("FADB");
        }));
        all.add(of("checksum of a block", fixed, FindingCode.FA_CHECKSUM, path, in -> {
            in.unsealed();
            in.add(in.first("FADB") + 30, 1, 1);
            return in.first("FADB");
        }));
        all.add(of("a chunk past the end", fixed, FindingCode.CHUNK_RANGE, path, in -> {
            set(in, in.first("FADB") + 14, 0, 8, in.length());
            return in.first("FADB") + 14;
        }));
        all.add(of("one chunk twice", fixed, FindingCode.SPACE_OVERLAP, path, in -> {
            in.put(in.first("FADB") + 14, 8, in.get(in.first("FADB") + 22, 8));
            return ANYWHERE;
        }));
        all.add(of("size 0", Subject.FIXED_FILTERED, FindingCode.CHUNK_SIZE, path, in -> {
            in.put(in.first("FADB") + 14 + 8, (int) in.get(in.first("FAHD") + 6, 1) - 12, 0);
            return in.first("FADB") + 14;
        }));
        all.add(of("filters", Subject.FIXED_FILTERED, FindingCode.CHUNK_INDEX, path, in -> {
            set(in, in.first("FAHD"), 5, 1, 0);
            in.put(in.first("FAHD") + 6, 1, 8);
            return in.first("FAHD");
        }));
        all.add(of("page", Subject.FIXED_PAGED, FindingCode.FA_CHECKSUM, path, in -> {
            in.add(in.first("FADB") + 14 + 1 + 4 + 16, 1, 1);
            return in.first("FADB") + 14 + 1 + 4;
        }));
        Subject extensible = Subject.EXTENSIBLE;
        all.add(of(
                "signature", extensible, FindingCode.EA_SIGNATURE, path, in -> set(in, in.first("EAHD"), 0, 1, 'X')));
        all.add(of("checksum", extensible, FindingCode.EA_CHECKSUM, path, in -> {
            in.unsealed();
            return set(in, in.first("EAHD"), 68, 4, 1);
        }));
        all.add(of("client", extensible, FindingCode.EA_FIELD, path, in -> {
            set(in, in.first("EAHD"), 5, 1, 9);
            return ANYWHERE;
        }));
        all.add(of("parameters", extensible, FindingCode.CHUNK_INDEX, path, in -> set(in, in.first("EAHD"), 7, 1, 20)));
        all.add(of("data blocks", extensible, FindingCode.EA_COUNT, path, in -> {
            in.add(in.first("EAHD") + 28, 8, 1);
            return in.first("EAHD");
        }));
        all.add(of("index block", extensible, FindingCode.EA_RANGE, path, in -> {
            set(in, in.first("EAHD"), 60, 8, in.length());
            return in.length();
        }));
        all.add(of(
                "signature of the index block",
                extensible,
                FindingCode.EA_SIGNATURE,
                path,
                in -> set(in, in.first("EAIB"), 0, 1, 'X')));
        all.add(of("super block", extensible, FindingCode.EA_FIELD, path, in -> {
            in.add(in.first("EASB") + 14, 1, 1);
            return in.first("EASB");
        }));
        all.add(of("data block", extensible, FindingCode.EA_FIELD, path, in -> {
            in.add(in.first("EADB") + 6, 8, 8);
            return in.first("EADB");
        }));
        all.add(of("exchanged data blocks", extensible, FindingCode.EA_FIELD, path, in -> {
            int pointers = in.first("EAIB") + 14 + (int) in.get(in.first("EAHD") + 8, 1) * 8;
            in.swap(pointers, pointers + 8, 8);
            return in.get(pointers, 8);
        }));
        all.add(of("a chunk past the end", extensible, FindingCode.CHUNK_RANGE, path, in -> {
            set(in, in.first("EAIB") + 14, 0, 8, in.length());
            return in.first("EAIB") + 14;
        }));
        all.add(of("size 0", Subject.EXTENSIBLE_FILTERED, FindingCode.CHUNK_SIZE, path, in -> {
            in.put(in.first("EAIB") + 14 + 8, (int) in.get(in.first("EAHD") + 6, 1) - 12, 0);
            return in.first("EAIB") + 14;
        }));
    }

    private static void heaps(List<Planted> all) {
        Subject file = Subject.TEXT;
        all.add(of("signature", file, FindingCode.GHEAP_SIGNATURE, null, in -> set(in, in.first("GCOL"), 0, 1, 'X')));
        all.add(of("size", file, FindingCode.GHEAP_FIELD, "/", in -> {
            set(in, in.first("GCOL"), 8, 8, 4097);
            return ANYWHERE;
        }));
        all.add(of(
                "size past the end",
                file,
                FindingCode.GHEAP_RANGE,
                null,
                in -> set(in, in.first("GCOL"), 8, 8, 1 << 20)));
        all.add(of("length of an object", file, FindingCode.GHEAP_FIELD, "/", in -> {
            set(in, in.first("GCOL") + 16, 8, 8, 1 << 20);
            return ANYWHERE;
        }));
        all.add(of("index of an object", file, FindingCode.GHEAP_MISSING, null, in -> {
            in.put(in.first("GCOL") + 16, 2, 99);
            return in.first("GCOL");
        }));
        all.add(of("two holders", file, FindingCode.GHEAP_SHARED, "/strings", in -> {
            long elements = in.get(in.message(in.header("/strings"), LAYOUT) + 2, 8);
            in.put(elements + 12, 4, in.get(elements + 16 + 12, 4));
            return in.first("GCOL");
        }));
        all.add(of("length of an element", file, FindingCode.GHEAP_LENGTH, "/strings", in -> {
            long elements = in.get(in.message(in.header("/strings"), LAYOUT) + 2, 8);
            in.add(elements, 4, 50);
            return in.first("GCOL");
        }));
        all.add(of("object longer than its element", file, FindingCode.GHEAP_LONGER, "/strings", in -> {
            long elements = in.get(in.message(in.header("/strings"), LAYOUT) + 2, 8);
            in.add(elements, 4, -1);
            return in.first("GCOL");
        }));
        all.add(of("element elsewhere", file, FindingCode.GHEAP_SIGNATURE, "/strings", in -> {
            long elements = in.get(in.message(in.header("/strings"), LAYOUT) + 2, 8);
            in.add(elements + 4, 8, 8);
            return in.get(elements + 4, 8);
        }));
    }

    private static void space(List<Planted> all) {
        Subject file = Subject.HOLES;
        all.add(of(
                "signature of a manager",
                file,
                FindingCode.FSM_SIGNATURE,
                null,
                in -> set(in, manager(in), 0, 1, 'X')));
        all.add(of("checksum of a manager", file, FindingCode.FSM_CHECKSUM, null, in -> {
            in.unsealed();
            return set(in, manager(in), 78, 4, 1);
        }));
        all.add(of("client of a manager", file, FindingCode.FSM_FIELD, null, in -> set(in, manager(in), 5, 1, 0)));
        all.add(of("list of a manager", file, FindingCode.FSM_RANGE, null, in -> {
            set(in, manager(in), 54, 8, in.length());
            return in.length();
        }));
        all.add(of("total of a manager", file, FindingCode.FSM_TOTAL, null, in -> {
            in.add(manager(in) + 6, 8, 1);
            return manager(in);
        }));
        all.add(of("signature of a list", file, FindingCode.FSM_SIGNATURE, null, in -> set(in, list(in), 0, 1, 'X')));
        all.add(of("checksum of a list", file, FindingCode.FSM_CHECKSUM, null, in -> {
            in.unsealed();
            in.add(list(in) + 15, 1, 1);
            return list(in);
        }));
        all.add(of("header of a list", file, FindingCode.FSM_FIELD, null, in -> {
            in.add(list(in) + 5, 8, 8);
            return list(in);
        }));
        all.add(of("live bytes in a section", file, FindingCode.FSM_LIVE, null, in -> {
            in.add(section(in), 8, -8);
            return in.get(section(in), 8);
        }));
        all.add(of("a section past the end", file, FindingCode.FSM_RANGE, null, in -> {
            in.put(section(in), 8, in.length());
            return in.length();
        }));
        all.add(of("two sections that overlap", file, FindingCode.FSM_OVERLAP, null, in -> {
            int second = section(in) + 8 + 1 + 1 + 8;
            in.put(second, 8, in.get(section(in), 8));
            return in.get(section(in), 8);
        }));
    }

    /** The first free-space manager of the file; others are of heaps. */
    private static int manager(Damage in) {
        for (int i = 0; ; i++) {
            int header = in.nth("FSHD", i);
            if (in.get(header + 5, 1) == 1) {
                return header;
            }
        }
    }

    private static int list(Damage in) {
        return (int) in.get(manager(in) + 54, 8);
    }

    /** The position of the address of the first section. */
    private static int section(Damage in) {
        return list(in) + 13 + 1 + 8;
    }

    @ParameterizedTest
    @EnumSource(Subject.class)
    void nothingIsWrongWithTheSoundFiles(Subject subject) throws IOException {
        CheckReport report = check(subject.bytes());
        assertThat(report.isSound()).as(report.findings().toString()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("defects")
    void isNamed(Planted defect) throws IOException {
        Damage damage = new Damage(defect.subject.bytes());
        long address = defect.plant.applyAsLong(damage);
        CheckReport report = check(damage.bytes());
        String found = report.findings().toString();
        assertThat(report.isSound()).as(found).isFalse();
        List<Finding> named = report.findings().stream()
                .filter(each -> each.code() == defect.code)
                .filter(each -> address == ANYWHERE || each.address() == address)
                .filter(each -> defect.path == null || defect.path.equals(each.path()))
                .toList();
        assertThat(named).as("expected at %d, found %s", address, found).isNotEmpty();
    }

    /** Wherever the file ends. */
    @ParameterizedTest
    @EnumSource(Subject.class)
    void aTruncatedFileIsNotSound(Subject subject) throws IOException {
        byte[] whole = subject.bytes();
        for (int eighths = 1; eighths <= 8; eighths++) {
            int length = Math.max(100, whole.length * eighths / 8 - 1);
            CheckReport report = check(java.util.Arrays.copyOf(whole, length));
            assertThat(report.findings()).extracting(Finding::code).contains(FindingCode.SB_TRUNCATED);
        }
    }

    @Test
    void thereAreEnough() {
        assertThat(defects().size()).isGreaterThanOrEqualTo(60);
        assertThat(defects().stream().map(Planted::code).distinct().count()).isGreaterThanOrEqualTo(60);
    }

    private CheckReport check(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("file.h5"), bytes);
        return ContainerFile.check(file);
    }
}
