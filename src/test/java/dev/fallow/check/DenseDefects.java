package dev.fallow.check;

import static dev.fallow.check.Planted.ANYWHERE;
import static dev.fallow.check.Planted.of;
import static dev.fallow.check.Planted.set;

import dev.fallow.format.Checksum;
import dev.fallow.report.FindingCode;
import java.util.List;

/** Defects of links and attributes, in dense storage most of all. */
final class DenseDefects {
    private static final int LINK_INFO = 0x02;
    private static final int ATTRIBUTE = 0x0C;
    private static final int ATTRIBUTE_INFO = 0x15;

    private DenseDefects() {}

    static void add(List<Planted> all) {
        links(all);
        attributes(all);
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
        all.add(of("free bytes", file, FindingCode.FHEAP_FREE, path, in -> {
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
        return Checksum.of(bytes, 0, bytes.length);
    }
}
