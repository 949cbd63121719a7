package dev.fallow.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.ContainerFile;
import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.type.ReferenceType;
import dev.fallow.report.CheckReport;
import dev.fallow.report.FindingCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Defects planted in the shared message table of files of libhdf5. */
@NeedsReference
class SharedMessageDefectsTest {
    private static final int IN_LIST = 50;
    private static final int IN_TREE = 0;
    private static final int RECORD = 17;

    @TempDir
    private Path folder;

    /**
     * A defect.
     *
     * @param mostInList records in a list; 0 for a B-tree
     * @param plant changes the bytes, and returns the address of the finding
     */
    record Planted(String name, int mostInList, FindingCode code, ToLongFunction<Damage> plant) {
        @Override
        public String toString() {
            return code.label() + ": " + name;
        }
    }

    static List<Planted> defects() {
        List<Planted> all = new ArrayList<>();
        all.add(new Planted("signature", IN_LIST, FindingCode.SOHM_SIGNATURE, in -> {
            in.put(in.first("SMTB"), 1, 'X');
            return in.first("XMTB");
        }));
        all.add(new Planted("checksum", IN_LIST, FindingCode.SOHM_CHECKSUM, in -> {
            in.unsealed();
            in.add(in.first("SMTB") + 8, 1, 1);
            return in.first("SMTB");
        }));
        all.add(new Planted("index type", IN_LIST, FindingCode.SOHM_FIELD, in -> {
            in.put(in.first("SMTB") + 5, 1, 7);
            return in.first("SMTB") + 5;
        }));
        all.add(new Planted("number of messages", IN_TREE, FindingCode.SOHM_COUNT, in -> {
            in.add(in.first("SMTB") + 16, 2, 1);
            return in.get(in.first("SMTB") + 18, 8);
        }));
        all.add(new Planted("list past the end", IN_LIST, FindingCode.SOHM_RANGE, in -> {
            in.put(in.first("SMTB") + 18, 8, in.length());
            return in.length();
        }));
        all.add(new Planted("signature of a list", IN_LIST, FindingCode.SOHM_SIGNATURE, in -> {
            in.put(in.first("SMLI"), 1, 'X');
            return in.first("XMLI");
        }));
        all.add(new Planted("checksum of a list", IN_LIST, FindingCode.SOHM_CHECKSUM, in -> {
            in.unsealed();
            in.add(in.first("SMLI") + 6, 1, 1);
            return in.first("SMLI");
        }));
        all.add(new Planted("hash in a list", IN_LIST, FindingCode.SOHM_HASH, in -> {
            in.add(inHeap(in) + 1, 4, 1);
            return in.first("SMLI");
        }));
        all.add(new Planted("users in a list", IN_LIST, FindingCode.SOHM_COUNT, in -> {
            in.put(inHeap(in) + 5, 4, 1);
            return -1;
        }));
        all.add(new Planted("order of a tree", IN_TREE, FindingCode.BT2_ORDER, in -> {
            int leaf = in.first("BTLF");
            in.swap(leaf + 6, leaf + 6 + 2 * RECORD, RECORD);
            return Long.MIN_VALUE;
        }));
        all.add(new Planted("a missing message", IN_LIST, FindingCode.SOHM_MISSING, in -> {
            in.add(inHeap(in) + 9 + 1, 1, 1);
            return Long.MIN_VALUE;
        }));
        return all;
    }

    /** The first record of the list whose message is in the heap. */
    private static int inHeap(Damage in) {
        int at = in.first("SMLI") + 4;
        while (in.get(at, 1) != 0 || in.get(at + 5, 4) < 2) {
            at += RECORD;
        }
        return at;
    }

    @ParameterizedTest
    @MethodSource("defects")
    void isNamed(Planted defect) throws IOException {
        Path path = folder.resolve("shared.h5");
        ReferenceOptions options = ReferenceOptions.persistent().shareMessages(defect.mostInList);
        try (ReferenceFile file = ReferenceFile.create(path, options)) {
            for (int i = 0; i < 8; i++) {
                file.createDataset("/data" + i, ReferenceType.int32(), new long[] {3}, new int[] {i, 2, 3});
                file.attributes("/data" + i).create("same for all", ReferenceType.fixedString(20), "value");
                file.attributes("/data" + i).create("its own", ReferenceType.float64(), (double) i);
            }
        }
        assertThat(ContainerFile.check(path).isSound()).isTrue();
        Damage damage = new Damage(Files.readAllBytes(path));
        long address = defect.plant.applyAsLong(damage);
        Files.write(path, damage.bytes());
        CheckReport report = ContainerFile.check(path);
        assertThat(report.isSound()).isFalse();
        assertThat(report.findings())
                .anyMatch(
                        each -> each.code() == defect.code && (address == Long.MIN_VALUE || each.address() == address));
    }
}
