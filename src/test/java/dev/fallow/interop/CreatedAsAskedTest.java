package dev.fallow.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.AttributeOptions;
import dev.fallow.ComplexNumber;
import dev.fallow.ContainerFile;
import dev.fallow.Conversion;
import dev.fallow.CreateOptions;
import dev.fallow.CreationOrder;
import dev.fallow.DatasetOptions;
import dev.fallow.Group;
import dev.fallow.GroupOptions;
import dev.fallow.LinkOrder;
import dev.fallow.Reference;
import dev.fallow.Selection;
import dev.fallow.Types;
import dev.fallow.filter.Filters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the options of creation ask for, as the installed h5py sees it; and the same things that h5py has created. */
class CreatedAsAskedTest {
    private static final String READS = """
            import sys, os, h5py, numpy
            assert os.path.getsize(sys.argv[1]) < 1000000
            with h5py.File(sys.argv[1], 'a') as f:
                assert f.userblock_size == 1024
                assert f['late'].id.get_storage_size() == 0 and f['late'][2**40 - 1] == 0
                assert f['late'].fillvalue == 0
                assert f['part'][:].tolist() == [0, 0, 7, 0]
                assert f['c'].dtype == numpy.complex128 and f['c'][:].tolist() == [1-0.5j, 2j], f['c'][:]
                assert f['c4'].dtype == numpy.complex64
                assert f['rounded'].dtype == numpy.float32 and f['rounded'][1] == numpy.float32(0.1)
                assert f['bits'][:].tolist() == [255, 127]
                assert f['packed'].chunks == f.create_dataset('same', (1000, 1000), 'f8', compression=4).chunks
                assert f['packed'].compression_opts == 4
                assert f.attrs.get_id('fixed').dtype == numpy.dtype('S5') and f.attrs['fixed'] == b'ab'
                assert list(f['ordered'].attrs) == ['z', 'a', 'm'], list(f['ordered'].attrs)
                assert f[f['refs'][0]].name == '/c' and not f['refs'][1]
                assert f['deep/er/d'][()] == 1
                f['late_too'] = h5py.Empty('f')
            with open(sys.argv[1], 'rb') as f:
                assert f.read(6) == b'MATLAB'
            print('as expected')
            """;

    private static final String WRITES = """
            import sys, h5py, numpy
            with h5py.File(sys.argv[1] + '/theirs.h5', 'w', userblock_size=512) as f:
                f['c'] = numpy.array([1-0.5j, 2j])
                f['link'] = h5py.ExternalLink('data.h5', '/g/d')
                f['folder'] = h5py.ExternalLink('data.h5', 'g')
                f.create_dataset('late', (10,), 'i4')
            with h5py.File(sys.argv[1] + '/data.h5', 'w') as f:
                f['g/d'] = numpy.arange(3)
                f['g/out'] = h5py.ExternalLink('theirs.h5', '/c')
            with open(sys.argv[1] + '/theirs.h5', 'r+b') as f:
                f.write(b'MATLAB')
            print('as expected')
            """;

    @TempDir
    private Path folder;

    @Test
    void h5pySeesWhatWasAskedFor() throws IOException, InterruptedException {
        Path path = folder.resolve("ours.h5");
        try (ContainerFile file =
                ContainerFile.create(path, CreateOptions.defaults().withUserBlock(1024))) {
            file.writeUserBlock("MATLAB".getBytes(StandardCharsets.US_ASCII));
            Group root = file.root();
            root.createDataset("late", Types.unsigned(1), 1L << 40);
            root.createDataset("part", Types.integer(4), 4)
                    .write(Selection.block(new long[] {2}, new long[] {1}), new int[] {7});
            ComplexNumber[] numbers = {new ComplexNumber(1, -0.5), new ComplexNumber(0, 2)};
            root.createDataset("c", numbers);
            root.createDataset("c4", Types.complexCompound(4), new long[] {2}, numbers, DatasetOptions.defaults());
            root.createDataset(
                    "rounded",
                    Types.floatingPoint(4),
                    new long[] {2},
                    new double[] {1, 0.1},
                    DatasetOptions.defaults().withConversion(Conversion.ROUNDING));
            root.createDataset(
                    "bits", Types.unsigned(1), new long[] {2}, new byte[] {-1, 127}, DatasetOptions.defaults());
            root.createDataset(
                    "packed",
                    Types.floatingPoint(8),
                    new long[] {1000, 1000},
                    DatasetOptions.defaults().withFilters(Filters.deflate(4)));
            root.createAttribute("fixed", "ab", 5);
            AttributeOptions order = AttributeOptions.defaults().withCreationOrder(CreationOrder.INDEXED);
            Group ordered = root.createGroup("ordered", GroupOptions.defaults().withAttributes(order));
            ordered.createAttribute("z", 1);
            ordered.createAttribute("a", 1);
            ordered.createAttribute("m", 1);
            root.createDataset("refs", new Reference[] {root.dataset("c").reference(), null});
            root.createDataset("deep/er/d", 1, DatasetOptions.defaults().withCreateParents(true));
        }
        Installed.checkWithH5py(READS, path);
        try (ContainerFile file = ContainerFile.open(path)) {
            assertThat(file.check().isSound()).isTrue();
            assertThat(file.group("ordered").attributeNames(LinkOrder.CREATION)).containsExactly("z", "a", "m");
        }
    }

    @Test
    void whatH5pyWrote() throws IOException, InterruptedException {
        Installed.checkWithH5py(WRITES, folder);
        try (ContainerFile file = ContainerFile.open(folder.resolve("theirs.h5"))) {
            assertThat(file.userBlock()).hasSize(512).startsWith('M', 'A', 'T');
            ComplexNumber[] numbers = {new ComplexNumber(1, -0.5), new ComplexNumber(0, 2)};
            assertThat(file.dataset("c").read(ComplexNumber[].class)).containsExactly(numbers);
            assertThat(file.dataset("link").read(int[].class)).containsExactly(0, 1, 2);
            assertThat(file.group("folder").names()).containsExactly("d", "out");
            assertThat(file.dataset("folder/out").read(ComplexNumber[].class)).containsExactly(numbers);
            file.dataset("late").write(Selection.block(new long[] {9}, new long[] {1}), new int[] {5});
            assertThat(file.dataset("late").read(int[].class)).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0, 5);
            assertThat(file.check().isSound()).isTrue();
        }
    }
}
