package dev.fallow.check;

import static dev.fallow.check.Planted.ANYWHERE;
import static dev.fallow.check.Planted.of;
import static dev.fallow.check.Planted.set;

import dev.fallow.report.FindingCode;
import java.util.List;

/** Defects of groups of the old format. */
final class SymbolTableDefects {
    private static final int SYMBOL_TABLE = 0x11;

    private SymbolTableDefects() {}

    static void add(List<Planted> all) {
        symbolTables(all);
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
}
