package dev.fallow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers read as instants, by the units of the CF conventions. */
class InstantsTest {
    private final ContainerFile file = ContainerFile.createInMemory(CreateOptions.defaults());

    @AfterEach
    void close() {
        file.close();
    }

    private Dataset dataset(Object value, String units) {
        Dataset dataset = file.root().createDataset("time", value);
        dataset.createAttribute("units", units);
        return dataset;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | seconds since 1970-01-01 | 1970-01-01T00:00:01Z",
                "-1 | s since 1970-1-1 0:0:0 | 1969-12-31T23:59:59Z",
                "36 | hours since 2000-02-28 12:30 | 2000-03-01T00:30:00Z",
                "1 | Days since 1900-01-01T00:00:00Z | 1900-01-02T00:00:00Z",
                "90 | minutes since 2020-01-01 00:00:00.25 UTC | 2020-01-01T01:30:00.250Z",
                "-1500 | milliseconds since 2020-01-01 00:00:00 +02:00 | 2019-12-31T21:59:58.500Z",
                "7 | microseconds since 2020-01-01 00:00:00 -0530 | 2020-01-01T05:30:00.000007Z",
                "-1 | nanoseconds since 2020-01-01 | 2019-12-31T23:59:59.999999999Z",
                "0 | hours since 1582-10-15 | 1582-10-15T00:00:00Z",
                "0 | ms since 2020-01-01 5:00:00 +5 | 2020-01-01T00:00:00Z",
                "9223372036854775807 | ns since 1970-01-01 | 2262-04-11T23:47:16.854775807Z",
            })
    void wholeNumbers(long number, String units, String expected) {
        assertThat(dataset(new long[][] {{number}}, units).read(Instant[].class))
                .containsExactly(Instant.parse(expected));
    }

    /** The dates that cftime 1.6.6 gives, in the file's calendar; in the mixed one, they are those of {@code GregorianCalendar}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "719164   | days since 1-1-1                     | 1970-01-01 00:00:00 | 1970-01-03 00:00:00",
                "17259936 | hours since 1-1-1 00:00:0.0          | 1970-01-01 00:00:00 | 1970-01-03 00:00:00",
                "0        | days since 0001-01-01                | 0001-01-01 00:00:00 | 0001-01-01 00:00:00",
                "1        | days since 1582-10-04                | 1582-10-15 00:00:00 | 1582-10-05 00:00:00",
                "-1       | days since 1582-10-15                | 1582-10-04 00:00:00 | 1582-10-14 00:00:00",
                "0        | hours since 1582-10-15 00:00 +02:00  | 1582-10-04 22:00:00 | 1582-10-14 22:00:00",
                "0        | hours since 1582-10-04 23:00 -02:00  | 1582-10-15 01:00:00 | 1582-10-05 01:00:00",
                "-200000  | days since 1970-01-01                | 1422-05-25 00:00:00 | 1422-06-03 00:00:00",
                "1000     | days since 1400-03-01 06:30:15       | 1402-11-26 06:30:15 | 1402-11-26 06:30:15",
                "2        | days since -1-12-31                  | 0001-01-02 00:00:00 | 0000-01-02 00:00:00",
                "0        | days since 1500-02-29                | 1500-02-29 00:00:00 | none",
                "0        | days since 1000-02-29                | 1000-02-29 00:00:00 | none",
                "0        | days since 1582-10-10                | none                | 1582-10-10 00:00:00",
                "0        | hours since 1582-10-14 23:00 -02:00  | none                | 1582-10-15 01:00:00",
                "0        | days since 0-1-1                     | none                | 0000-01-01 00:00:00",
                "0        | days since 1900-02-29                | none                | none",
                "0        | days since 1582-0-10                 | none                | none",
            })
    void datesBeforeTheReform(long number, String units, String mixed, String proleptic) {
        GregorianCalendar utc = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
        format.setCalendar(utc);
        DateTimeFormatter javaTime =
                DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
        for (String calendar : new String[] {null, "standard", "gregorian", " Standard"}) {
            dateIs(mixed, number, units, calendar, instant -> format.format(Date.from(instant)));
        }
        dateIs(proleptic, number, units, "proleptic_gregorian", javaTime::format);
    }

    private void dateIs(String expected, long number, String units, String calendar, Function<Instant, String> format) {
        Dataset dataset = dataset(new long[] {number}, units);
        if (calendar != null) {
            dataset.createAttribute("calendar", calendar);
        }
        if (expected.equals("none")) {
            assertThatThrownBy(() -> dataset.read(Instant[].class))
                    .isInstanceOf(WrongTypeException.class)
                    .hasMessageContaining("found \"" + units + "\"");
        } else {
            Instant[] instants = dataset.read(Instant[].class);
            assertThat(format.apply(instants[0]))
                    .as("%s in %s", units, calendar)
                    .isEqualTo(expected);
            dataset.write(new long[] {-1});
            dataset.write(instants);
            assertThat(dataset.read(long[].class)).containsExactly(number);
        }
        file.delete("/time");
    }

    @Test
    void fractionsAndMissingValues() {
        Dataset dataset = dataset(new double[] {0.5, -0.25, Double.NaN, 1e-9, 0x1p-40}, "days since 2000-01-01");
        assertThat(dataset.read(Instant[].class))
                .containsExactly(
                        Instant.parse("2000-01-01T12:00:00Z"),
                        Instant.parse("1999-12-31T18:00:00Z"),
                        null,
                        Instant.parse("2000-01-01T00:00:00.000086400Z"),
                        Instant.parse("2000-01-01T00:00:00.000000079Z"));
    }

    @Test
    void instantsAreWrittenAsNumbers() {
        Instant[] instants = {Instant.parse("2000-01-02T12:00:00Z"), Instant.parse("1999-12-31T00:00:00Z")};
        Dataset hours = dataset(new int[2], "hours since 2000-01-01");
        hours.write(instants);
        assertThat(hours.read(int[].class)).containsExactly(36, -24);
        assertThat(hours.read(Instant[].class)).containsExactly(instants);
        assertThatThrownBy(() -> hours.write(new Instant[] {instants[0], null}))
                .hasMessageContaining("found null at element 1");
        assertThatThrownBy(() -> hours.write(new Instant[] {instants[0], instants[1].plusNanos(1)}))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContainingAll("element 1", "1999-12-31T00:00:00.000000001Z", "hours since 2000-01-01");
        assertThatThrownBy(() -> hours.write(new Instant[] {instants[0]}))
                .hasMessageContaining("expected the shape [2], found [1]");
        assertThatThrownBy(() -> hours.write(new Instant[] {instants[0], Instant.MAX}))
                .isInstanceOf(WrongTypeException.class);
        assertThat(hours.read(int[].class)).containsExactly(36, -24);
        file.delete("/time");
        Dataset days = dataset(new double[3][1], "days since 2000-01-01");
        days.write(new Instant[] {instants[0], null, instants[1].plusMillis(1)});
        assertThat(days.read(double[].class)).containsExactly(1.5, Double.NaN, -1 + 1e-3 / 86_400);
        file.delete("/time");
        Dataset scalar = dataset(0L, "ns since 1970-01-01");
        scalar.write(new Instant[] {instants[0]});
        assertThat(scalar.read(long.class)).isEqualTo(946_814_400_000_000_000L);
        assertThat(scalar.read(Instant[].class)).containsExactly(instants[0]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "metres",
                "seconds",
                "seconds since",
                "seconds since yesterday",
                "months since 2000-01-01",
                "years since 2000-01-01",
                "seconds since 2000-13-01",
                "seconds since 2001-02-29",
                "seconds since 2000-01-01 25:00",
                "seconds since 2000-01-01 00:00:00 +99:00",
                "seconds since 2000-01-01 and more",
            })
    void otherUnitsAreNamed(String units) {
        assertThatThrownBy(() -> dataset(new int[1], units).read(Instant[].class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("/time: expected units of the form")
                .hasMessageContaining("found \"" + units + "\"");
    }

    @Test
    void whatIsNotTime() {
        Dataset none = file.root().createDataset("none", new int[1]);
        assertThatThrownBy(() -> none.read(Instant[].class)).hasMessageContaining("/none has no attribute units");
        none.createAttribute("units", 5);
        assertThatThrownBy(() -> none.read(Instant[].class)).isInstanceOf(WrongTypeException.class);
        none.putAttribute("units", new String[] {"s since 1970-01-01", "s"});
        assertThatThrownBy(() -> none.read(Instant[].class))
                .hasMessageContaining("expected one string in the attribute units, found 2");
        none.putAttribute("units", "s since 1970-01-01 " + " ".repeat(100_000));
        assertThatThrownBy(() -> none.read(Instant[].class)).isInstanceOf(WrongTypeException.class);

        Dataset calendar = dataset(new int[1], "days since 2000-01-01");
        calendar.createAttribute("calendar", "360_day");
        assertThatThrownBy(() -> calendar.read(Instant[].class)).hasMessageContaining("found \"360_day\"");
        calendar.putAttribute("calendar", "Standard");
        assertThat(calendar.read(Instant[].class)).containsExactly(Instant.parse("2000-01-01T00:00:00Z"));

        file.delete("/time");
        Dataset far = dataset(new double[] {0, 1e300}, "days since 2000-01-01");
        assertThatThrownBy(() -> far.read(Instant[].class))
                .isInstanceOf(WrongTypeException.class)
                .hasMessageContaining("/time: element 1 in row-major order");
        file.delete("/time");
        for (Object value : List.of(new double[] {Double.POSITIVE_INFINITY}, new long[] {Long.MAX_VALUE})) {
            assertThatThrownBy(() -> dataset(value, "days since 2000-01-01").read(Instant[].class))
                    .isInstanceOf(WrongTypeException.class);
            file.delete("/time");
        }
        assertThatThrownBy(() ->
                        dataset(new String[] {"a"}, "days since 2000-01-01").read(Instant[].class))
                .hasMessageContaining("cannot be read as long");
    }
}
