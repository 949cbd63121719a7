package dev.fallow.check;

import static dev.fallow.check.Planted.ANYWHERE;
import static dev.fallow.check.Planted.of;
import static dev.fallow.check.Planted.set;

import dev.fallow.report.FindingCode;
import java.util.List;

/** Defects of the indexes of chunks. */
final class ChunkIndexDefects {
    private static final int LAYOUT = 0x08;

    private ChunkIndexDefects() {}

    static void add(List<Planted> all) {
        chunkTrees(all);
        arrays(all);
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
}
