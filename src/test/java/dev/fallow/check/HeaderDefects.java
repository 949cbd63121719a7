package dev.fallow.check;

import static dev.fallow.check.Planted.ANYWHERE;
import static dev.fallow.check.Planted.of;
import static dev.fallow.check.Planted.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.report.FindingCode;
import java.util.List;

/** Defects of the superblock and of object headers. */
final class HeaderDefects {
    private static final int LINK_INFO = 0x02;
    private static final int DATATYPE = 0x03;
    private static final int LINK = 0x06;
    private static final int LAYOUT = 0x08;
    private static final int ATTRIBUTE = 0x0C;
    private static final int CONTINUATION = 0x10;
    private static final int ATTRIBUTE_INFO = 0x15;

    private HeaderDefects() {}

    static void add(List<Planted> all) {
        superblocks(all);
        headers(all);
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
}
