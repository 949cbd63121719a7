package dev.fallow.oracle.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.oracle.NeedsReference;
import dev.fallow.oracle.ObjectKind;
import dev.fallow.oracle.ReferenceFile;
import dev.fallow.oracle.ReferenceOptions;
import dev.fallow.oracle.StorageKind;
import dev.fallow.oracle.type.ReferenceType;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotTest {
    private static final long[] SCALAR = {};

    @TempDir
    Path folder;

    @Test
    @NeedsReference
    void aSnapshotEqualsTheModelOfWhatWasDone() {
        ReferenceType text = ReferenceType.fixedString(8);
        ReferenceType big = ReferenceType.unsigned(8, ByteOrder.BIG_ENDIAN);
        int[] many = new int[10_000];
        for (int i = 0; i < many.length; i++) {
            many[i] = i * i;
        }
        Path path = folder.resolve("model.h5");
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.defaults())) {
            file.createGroup("/g");
            file.attributes("/g").create("title", text, "words");
            file.createDataset("/g/numbers", ReferenceType.int16(), new long[] {2, 2}, new short[] {1, 2, 3, 4});
            file.createDataset("/g/big", big, SCALAR, -1L);
            file.createDataset("/g/none", ReferenceType.float32(), null, null, StorageKind.COMPACT);
            file.createDataset("/many", ReferenceType.int32(), new long[] {many.length}, many);
            file.createHardLink("/g/big", "/same");
            file.createSoftLink("/nowhere", "/soft");
        }
        Map<String, ObjectSnapshot> model = new TreeMap<>();
        model.put("/", ObjectSnapshot.group());
        model.put("/g", ObjectSnapshot.group().with("title", AttributeSnapshot.of(text, SCALAR, "words")));
        model.put("/g/numbers", ObjectSnapshot.dataset(ReferenceType.int16(), new long[] {2, 2}, new short[][] {
            {1, 2}, {3, 4}
        }));
        model.put("/g/big", ObjectSnapshot.dataset(big, SCALAR, new BigInteger("18446744073709551615")));
        model.put("/g/none", ObjectSnapshot.dataset(ReferenceType.float32(), null, null));
        model.put("/many", ObjectSnapshot.dataset(ReferenceType.int32(), new long[] {many.length}, many));
        model.put("/same", ObjectSnapshot.link(ObjectKind.SAME_OBJECT, "/g/big"));
        model.put("/soft", ObjectSnapshot.link(ObjectKind.SOFT_LINK, "/nowhere"));

        assertThat(Snapshot.of(path)).isEqualTo(model);

        many[9_999]++;
        model.put("/many", ObjectSnapshot.dataset(ReferenceType.int32(), new long[] {many.length}, many));
        assertThat(Snapshot.of(path)).as("one element of many differs").isNotEqualTo(model);
    }

    @Test
    @NeedsReference
    void valuesThatCannotBeReadSayWhy() {
        Path path = folder.resolve("unread.h5");
        try (ReferenceFile file = ReferenceFile.create(path, ReferenceOptions.defaults())) {
            file.createChunkedDataset("/huge", ReferenceType.int8(), new long[] {1L << 32}, new long[] {1 << 20}, null);
        }
        assertThat(Snapshot.of(path).get("/huge").values())
                .isEqualTo(new SnapshotValues.Unread(1L << 32, "more than 4194304"));
    }

    @Test
    void valuesHaveOneForm() {
        assertThat(SnapshotValues.of(new byte[] {-1})).isEqualTo(List.of(-1L));
        assertThat(SnapshotValues.of(new int[][] {{1, 2}, {3, 4}})).isEqualTo(List.of(1L, 2L, 3L, 4L));
        assertThat(SnapshotValues.of(0.5f)).isEqualTo(List.of(0.5));
        assertThat(SnapshotValues.of(new String[] {"a"})).isEqualTo(SnapshotValues.of(List.of("a")));
        assertThat(SnapshotValues.of(null)).isNull();
        assertThat(SnapshotValues.of(new long[SnapshotValues.LISTED])).isInstanceOf(List.class);
        assertThat(SnapshotValues.of(new long[SnapshotValues.LISTED + 1]))
                .isEqualTo(SnapshotValues.of(new int[SnapshotValues.LISTED + 1]))
                .isInstanceOf(SnapshotValues.Digest.class)
                .isNotEqualTo(SnapshotValues.of(new long[SnapshotValues.LISTED + 2]));
    }
}
