package dev.fallow.cli.shell;

import dev.fallow.Progress;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Shows on standard error how far an operation is: in a terminal, once it has taken a second, as a bar which disappears at the end; and
 * otherwise, once it has taken five, as a line now and then, because what is printed into a file or a pipe stays there. The operation ends when the command is interrupted, and leaves the last commit.
 */
public final class Meter implements Progress {
    private static final long SECOND = 1_000_000_000L;
    /** The time between two lines, in seconds. */
    private static final int BETWEEN_LINES = 5;

    /** 100 is at the end. */
    private static final int MOST_PERCENT = 99;

    private static final int BETWEEN_UPDATES_MILLIS = 200;
    private static final long MEGABYTE = 1_000_000;

    /** The one whose bar is shown; null if there is none. */
    private static volatile Meter shown;

    private final PrintWriter err;
    private final boolean terminal;
    private final LongSupplier clock;
    private final Unit unit;
    /** When the first call came; or, where there is no bar, from when on the next line may be printed. */
    private long from = -1;
    /** Null while there is none. */
    private ProgressBar bar;

    Meter(PrintWriter err, boolean terminal, LongSupplier clock, Unit unit) {
        this.unit = unit;
        this.err = err;
        this.terminal = terminal;
        this.clock = clock;
    }

    /** What is counted. */
    enum Unit {
        BYTES(" MB", MEGABYTE),
        OBJECTS(" objects", 1);

        private final String label;
        private final long size;

        Unit(String label, long size) {
            this.label = label;
            this.size = size;
        }
    }

    /** A meter of the bytes that a command has dealt with. */
    public static Meter of(CommandSpec spec) {
        return of(spec, Unit.BYTES);
    }

    /** A meter of the objects that a command has dealt with. */
    public static Meter ofObjects(CommandSpec spec) {
        return of(spec, Unit.OBJECTS);
    }

    private static Meter of(CommandSpec spec, Unit unit) {
        return new Meter(spec.commandLine().getErr(), Screen.isTerminal(), System::nanoTime, unit);
    }

    @Override
    public boolean at(long done, long of) {
        long total = of == Long.MAX_VALUE ? -1 : of; // a limit that is none
        long now = clock.getAsLong();
        if (from < 0) {
            from = now + (terminal ? 1 : BETWEEN_LINES) * SECOND;
        }
        if (done == total) {
            close();
        } else if (now >= from) {
            if (terminal) {
                show(done, total);
            } else {
                from = now + BETWEEN_LINES * SECOND;
                print(done, total);
            }
        }
        return true;
    }

    private void print(long done, long total) {
        if (total > 0) {
            err.printf(Locale.ROOT, "fallow: %d %%%n", (int) Math.min(MOST_PERCENT, done * 100.0 / total));
        } else {
            err.printf(Locale.ROOT, "fallow: %,d%s%n", done / unit.size, unit.label);
        }
        err.flush();
    }

    private void show(long done, long total) {
        if (bar == null) {
            DelegatingProgressBarConsumer consumer = new DelegatingProgressBarConsumer(this::print, Screen.width() - 1);
            ProgressBarBuilder builder = new ProgressBarBuilder()
                    .setTaskName("fallow")
                    .setInitialMax(total)
                    .setUpdateIntervalMillis(BETWEEN_UPDATES_MILLIS)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUnit(unit.label, unit.size)
                    .setConsumer(consumer);
            bar = (total > 0 ? builder : builder.hideEta()).build();
            shown = this;
            bar.stepTo(done).refresh();
        }
        bar.maxHint(total).stepTo(done);
    }

    /** Prints the bar; also called by the library's thread, perhaps a last time when it has been removed. */
    private synchronized void print(String line) {
        if (shown == this) {
            err.print(TerminalWriter.RETURN + line);
            err.flush();
        }
    }

    /** Removes the bar that is shown, before something else is printed to standard error. */
    public static void clear() {
        Meter meter = shown;
        if (meter != null) {
            meter.close();
        }
    }

    private void close() {
        if (bar == null) {
            return;
        }
        bar.close();
        bar = null;
        synchronized (this) {
            shown = null;
            err.print(TerminalWriter.RETURN + " ".repeat(Screen.width() - 1) + TerminalWriter.RETURN);
            err.flush();
        }
    }
}
