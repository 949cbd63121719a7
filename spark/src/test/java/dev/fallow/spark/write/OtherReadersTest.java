package dev.fallow.spark.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.spark.Python;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** h5py and, if they are installed, pandas and PyTables read what was written. */
class OtherReadersTest extends WriteFrame {
    private static final String READS = """
            import sys, h5py, numpy as np
            with h5py.File(sys.argv[1]) as f:
                if "table" in f:
                    t = f["table"][:]
                    c = {n: t[n] for n in t.dtype.names}
                    units = {n: f["table"].attrs.get("FIELD_%d_ATTR_units" % i) for i, n in enumerate(t.dtype.names)}
                else:
                    order = list(f.attrs["column-order"])
                    assert order[:2] == ["id", "flag"] and set(order) == set(f), order
                    assert all(f[n].maxshape == (None,) and f[n].chunks for n in f)
                    c = {n: f[n][:] for n in f}
                    units = {n: f[n].attrs.get("units") for n in f}
                    assert h5py.check_string_dtype(f["text"].dtype).encoding == "utf-8"
                    assert list(f["text"].asstr()[:2]) == ["käse 0", "käse 1"]
                ids = np.arange(100)
                assert c["id"].dtype == np.int64 and (c["id"] == ids).all()
                assert c["flag"].dtype == bool and (c["flag"] == (ids % 3 == 0)).all()
                assert c["i8"].dtype == np.int8 and (c["i8"] == ids).all()
                assert c["i16"].dtype == np.int16 and (c["i16"] == -ids).all()
                assert c["i32"].dtype == np.int32 and (c["i32"] == ids * 1000).all()
                assert c["f32"].dtype == np.float32 and (c["f32"] == ids / 4).all()
                assert c["f64"].dtype == np.float64 and (c["f64"] == ids / 7).all()
                assert [x.decode() for x in c["text"]] == ["käse %d" % i for i in ids]
                assert [bytes(x) for x in c["bytes"]] == [b"b%d" % i for i in ids]
                assert units["day"] == "days since 1970-01-01" and units["id"] is None
                assert units["at"] == "microseconds since 1970-01-01 00:00:00"
                day = np.datetime64("1970-01-01") + c["day"].astype("m8[D]")
                assert (day == np.datetime64("2024-02-28") + ids.astype("m8[D]")).all()
                assert (c["at"].astype("M8[us]") == np.datetime64(5, "us") + ids.astype("m8[s]")).all()
                try:
                    import pandas
                except ImportError:
                    print("read without pandas")
                else:
                    frame = pandas.DataFrame({n: v for n, v in c.items()})
                    assert frame.id.sum() == 4950 and frame.flag.dtype == bool
                    assert pandas.to_datetime(frame["at"], unit="us").max() == pandas.Timestamp("1970-01-01 00:01:39.000005")
                    print("read with pandas")
            """;

    private static final String APPENDS = """
            import sys, h5py
            with h5py.File(sys.argv[1], "r+") as f:
                d = f["id"]
                d.resize((101,))
                d[100] = 100
                f["text"].resize((101,))
                f["text"][100] = "more"
            print("appended")
            """;

    private static final String PYTABLES = """
            import sys
            try:
                import tables
            except ImportError:
                print("no PyTables")
                sys.exit()
            with tables.open_file(sys.argv[1]) as f:
                t = f.root.table
                assert isinstance(t, tables.Table), type(t)
                assert t.nrows == 2500 and t[7]["half"] == 3.5
            try:
                import pandas
            except ImportError:
                print("PyTables without pandas")
            else:
                frame = pandas.read_hdf(sys.argv[1], "table")
                assert frame.shape == (2500, 2) and frame.id.sum() == 2499 * 1250
                print("PyTables with pandas")
            """;

    private String python(String program, Path file) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Python.with("h5py"), "-X", "utf8", "-c", program, file.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @ParameterizedTest
    @ValueSource(strings = {"columns", "table"})
    void h5pyReadsAndAppends(String layout) throws IOException, InterruptedException {
        spark.conf().set("spark.sql.session.timeZone", "UTC");
        write(
                spark.sql(WrittenColumnsTest.ALL_TYPES).coalesce(1),
                "append",
                Map.of("layout", layout, "compression", "gzip"));
        Path file = entries().get(0);
        assertThat(python(READS, file)).startsWith("read with");
        if (layout.equals("columns")) {
            assertThat(python(APPENDS, file)).startsWith("appended");
            forEachFile(edited -> {
                assertThat(edited.dataset("id").read(long[].class)).hasSize(101).endsWith(99, 100);
                assertThat(edited.dataset("text").read(String[].class))
                        .hasSize(101)
                        .endsWith("käse 99", "more");
            });
        } else {
            write(
                    spark.sql("select id, id / 2 half from range(2500)").coalesce(1),
                    "overwrite",
                    Map.of("layout", "table"));
            assertThat(python(PYTABLES, entries().get(0))).contains("PyTables");
        }
    }
}
