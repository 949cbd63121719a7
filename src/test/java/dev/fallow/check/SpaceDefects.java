package dev.fallow.check;

import static dev.fallow.check.Planted.ANYWHERE;
import static dev.fallow.check.Planted.of;
import static dev.fallow.check.Planted.set;

import dev.fallow.report.FindingCode;
import java.util.List;

/** Defects of global heaps and of free-space managers. */
final class SpaceDefects {
    private static final int LAYOUT = 0x08;

    private SpaceDefects() {}

    static void add(List<Planted> all) {
        heaps(all);
        space(all);
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
}
