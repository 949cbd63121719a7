package dev.fallow.internal.filter;

import dev.fallow.filter.BlockCodec;
import dev.fallow.filter.CodecFormat;
import dev.fallow.filter.CodecLibrary;
import dev.fallow.report.CodecReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The libraries for one format, of which one of Java code is used, and later one of native code. Which ones is the same for all threads; each has
 * codecs of its own ({@link ThreadCodec}).
 */
public final class CodecChoice {
    /** {@code off}, {@code auto} (the default), or {@code always}: native code is used from the first byte on. */
    static final String PROPERTY = "fallow.natives";

    /** No native library is looked for before: an application that reads less does not pay for that. */
    private static final long LEAST = 1 << 20;

    private static final Map<CodecFormat, CodecChoice> CHOICES = new EnumMap<>(CodecFormat.class);

    static {
        for (CodecFormat each : CodecFormat.values()) {
            CHOICES.put(each, new CodecChoice(each));
        }
    }

    private final CodecFormat format;
    /** The bytes that were decoded by codecs of Java code. */
    private final AtomicLong decoded = new AtomicLong();
    /** In the order of preference, those of Java code first; null until the services are looked for. */
    private List<Candidate> candidates;

    private CodecChoice(CodecFormat format) {
        this.format = format;
    }

    static CodecChoice of(CodecFormat format) {
        return CHOICES.get(format);
    }

    /** A library and, if it cannot be used, why. */
    private static final class Candidate {
        private final CodecLibrary library;
        private volatile String problem;

        Candidate(CodecLibrary library, String problem) {
            this.library = library;
            this.problem = problem;
        }

        boolean isUsable() {
            return problem == null;
        }
    }

    /** The services are looked for when a format needs one. */
    private static final class Provided {
        private static final Services<CodecLibrary> LIBRARIES =
                Services.of(ServiceLoader.load(CodecLibrary.class, CodecLibrary.class.getClassLoader()));
    }

    /** How native libraries are used. */
    private enum Natives {
        OFF,
        AUTO,
        ALWAYS;

        static Natives asked() {
            String value = System.getProperty(PROPERTY, "auto");
            for (Natives each : values()) {
                if (each.name().toLowerCase(Locale.ROOT).equals(value)) {
                    return each;
                }
            }
            throw new IllegalArgumentException(
                    "system property " + PROPERTY + ": expected off, auto or always, found " + value);
        }
    }

    private synchronized List<Candidate> candidates() {
        if (candidates == null) {
            List<Candidate> found = new ArrayList<>();
            if (format == CodecFormat.ZLIB) {
                found.add(candidate(new JdkZlib()));
            }
            for (CodecLibrary each : Provided.LIBRARIES.found()) {
                if (each.formats().contains(format)) {
                    found.add(candidate(each));
                }
            }
            found.sort(Comparator.<Candidate, Boolean>comparing(each -> each.library.isNative())
                    .thenComparing(each -> each.library.warns())
                    .thenComparing(each -> each.library.paysAfter()));
            candidates = found;
        }
        return candidates;
    }

    private static Candidate candidate(CodecLibrary library) {
        return library.isNative() && Natives.asked() == Natives.OFF
                ? new Candidate(library, "switched off: " + PROPERTY + " is off")
                : new Candidate(library, library.obstacle().orElse(null));
    }

    private Candidate first(boolean isNative) {
        for (Candidate each : candidates()) {
            if (each.isUsable() && each.library.isNative() == isNative) {
                return each;
            }
        }
        return null;
    }

    /** A codec of Java code; null if there is none. */
    BlockCodec ofJava() {
        return format == CodecFormat.ZLIB ? new JdkZlib().codec(format) : open(false);
    }

    /** A codec of native code; null if there is none. */
    BlockCodec ofNative() {
        return open(true);
    }

    /** @param bytes that were encoded or decoded before */
    boolean isNativeDue(long bytes) {
        boolean always = isNativeAtOnce();
        if (!always && bytes < LEAST) {
            return false;
        }
        Candidate candidate = first(true);
        return candidate != null && (always || bytes >= candidate.library.paysAfter());
    }

    private boolean isNativeAtOnce() {
        return Natives.asked() == Natives.ALWAYS || !hasQuietJava();
    }

    /** Whether there is a library of Java code, of which the JVM prints no warning. */
    boolean hasQuietJava() {
        if (format == CodecFormat.ZLIB) {
            return true;
        }
        Candidate java = first(false);
        return java != null && !java.library.warns();
    }

    private BlockCodec open(boolean isNative) {
        for (Candidate next = first(isNative); next != null; next = first(isNative)) {
            try {
                return next.library.codec(format);
            } catch (LinkageError | RuntimeException e) { // from here on it counts as absent; reports show why
                next.problem = "cannot be loaded: " + e;
            }
        }
        return null;
    }

    long decoded() {
        return decoded.get();
    }

    void countDecoded(int bytes) {
        decoded.addAndGet(bytes);
    }

    /** Why there is no codec. */
    MissingFilterException missing() {
        StringBuilder reasons = new StringBuilder();
        for (Candidate each : candidates()) {
            reasons.append("; ").append(each.library.name()).append(": ").append(each.problem);
        }
        return new MissingFilterException(
                "no library for " + format + " can be used" + reasons + Provided.LIBRARIES.notLoaded());
    }

    /** What was found for all formats, and what is used. */
    public static List<CodecReport> report() {
        List<CodecReport> report = new ArrayList<>();
        CHOICES.values().forEach(each -> each.report(report));
        return report;
    }

    private void report(List<CodecReport> report) {
        Candidate java = first(false);
        Candidate fast = first(true);
        boolean atOnce = isNativeAtOnce();
        for (Candidate each : candidates()) {
            CodecLibrary library = each.library;
            String note = "another library is used";
            if (!each.isUsable()) {
                note = each.problem;
            } else if (each == fast) {
                note = atOnce ? "" : "after %d MiB".formatted(library.paysAfter() >> 20);
            } else if (each == java) {
                note = fast == null ? "" : atOnce ? "for what native code cannot decode" : "at first";
            }
            boolean used = each == fast || each == java && (fast == null || !library.warns());
            report.add(new CodecReport(format.toString(), library.name(), library.isNative(), used, note));
        }
    }
}
