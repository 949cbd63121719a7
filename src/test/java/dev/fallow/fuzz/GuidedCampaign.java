package dev.fallow.fuzz;

import com.code_intelligence.jazzer.Jazzer;
import dev.fallow.fuzz.outcome.Watchdog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Coverage-guided runs with Jazzer, which mutates the choices of the mutators instead of the bytes of files, and keeps
 * those that reach new code.
 */
final class GuidedCampaign {
    private static final int LONGEST_CHOICES = 64;
    private static final int FIRST_INPUTS = 32;

    private GuidedCampaign() {}

    /** Returns the resource path of Jazzer's native libraries for a platform. */
    private static String natives(String system, String architecture) {
        String name = system.toLowerCase(Locale.ROOT);
        String platform = name.contains("win") ? "windows" : name.contains("mac") ? "macos" : "linux";
        String processor = architecture.equals("amd64") || architecture.equals("x86_64") ? "x86_64" : architecture;
        String library = platform.equals("windows")
                ? "jazzer_driver.dll"
                : "libjazzer_driver." + (platform.equals("macos") ? "dylib" : "so");
        return "/com/code_intelligence/jazzer/driver/jazzer_driver_%s_%s/%s".formatted(platform, processor, library);
    }

    /**
     * Writes initial inputs of the maximal length, because Jazzer does not create inputs that are much longer than the
     * existing ones.
     */
    private static void writeFirst(Path inputs) throws IOException {
        for (int i = 0; i < FIRST_INPUTS; i++) {
            byte[] choices = new byte[LONGEST_CHOICES];
            Engine.random(0, i).nextBytes(choices);
            Files.write(inputs.resolve("first" + i), choices);
        }
    }

    /** Runs Jazzer, and exits the program. If Jazzer does not support the platform, prints a message and returns. */
    static void run(long executions, long seed, Path corpus) throws IOException, InterruptedException {
        String system = System.getProperty("os.name");
        String architecture = System.getProperty("os.arch");
        if (Jazzer.class.getResource(natives(system, architecture)) == null) {
            System.out.println("skipped: Jazzer has no natives for " + system + " on " + architecture);
            return;
        }
        List<String> arguments = new ArrayList<>(List.of(
                "--target_class=" + GuidedTarget.class.getName(),
                "--instrumentation_includes=dev.fallow.**",
                "--instrumentation_excludes=dev.fallow.fuzz.**:dev.fallow.oracle.**",
                "--custom_hook_includes=dev.fallow.none.**",
                "--reproducer_path=" + Campaign.findingsFolder(),
                "-artifact_prefix=" + Campaign.findingsFolder() + "/",
                "-runs=" + executions,
                "-seed=" + seed,
                "-max_len=" + LONGEST_CHOICES,
                "-timeout=" + Watchdog.HANG_NANOS / 1_000_000_000L * 10,
                "-print_final_stats=1"));
        Path inputs = Files.createDirectories(
                corpus == null ? Campaign.findingsFolder().resolve("choices") : corpus);
        writeFirst(inputs);
        arguments.add(inputs.toString());
        Jazzer.main(arguments.toArray(String[]::new));
    }
}
