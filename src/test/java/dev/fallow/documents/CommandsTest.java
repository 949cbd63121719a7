package dev.fallow.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fallow.cli.Fallow;
import dev.fallow.documents.Documents.Command;
import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every command that a document names exists, with its verbs, options, modules, profiles, properties and files. {@code .ci/run} runs the
 * two of the README, {@code FrontDoorTest} the root script, and {@code DocumentedCommandsTest} of {@code benchmarks} reads those of the
 * benchmarks.
 */
class CommandsTest {
    private static final Path ROOT = Corpus.repository();

    /** Commands that no test can run, each with what it needs. */
    private static final Map<String, String> NOT_TESTABLE =
            Map.of("mvn -B -ntp -Prelease,central deploy", "Maven 3.9.2, a key, and an account at Maven Central");

    /** Properties of Maven and its plugins. */
    private static final Set<String> OF_PLUGINS =
            Set.of("test", "skipTests", "gpg.skip", "altDeploymentRepository", "surefire.failIfNoSpecifiedTests");

    private final Map<String, String> helps = new HashMap<>();

    @Test
    void theReadmeIsShort() {
        assertThat(Documents.lines(Path.of("README.md"))).hasSizeBetween(50, 130);
    }

    @Test
    void theTwoCommandsOfTheReadmeAreWhatCiRuns() throws IOException {
        List<String> quickStart = Documents.code().stream()
                .filter(code -> code.block() && Documents.name(code.document()).equals("README.md"))
                .findFirst()
                .orElseThrow()
                .text()
                .lines()
                .map(line -> line.replaceFirst("\\s+#.*", ""))
                .toList();
        assertThat(quickStart).hasSize(2);
        String ci = Files.readString(ROOT.resolve(".ci/run"));
        assertThat(ci).containsSubsequence(quickStart);
        assertThat(Files.readString(ROOT.resolve(".github/workflows/build.yml")))
                .contains("run: .ci/run");
    }

    /** Maven itself says whether the modules and profiles of all commands exist, in one run of its first phase. */
    @Test
    void modulesAndProfilesOfMavenExist() throws IOException, InterruptedException {
        String maven = System.getProperty("fallow.maven");
        assumeTrue(maven != null, "not run by Maven");
        Path program = Path.of(maven, "bin", "mvn");
        assumeTrue(Files.isExecutable(program), "no " + program);
        Set<String> modules = new TreeSet<>();
        Set<String> profiles = new TreeSet<>();
        for (Command command : Documents.commands("mvn")) {
            if (!NOT_TESTABLE.containsKey(command.text())) {
                modules.addAll(values(command, "-pl ?"));
                profiles.addAll(values(command, "-P"));
            }
        }
        assertThat(modules).contains("cli/dist", "src/test");
        assertThat(profiles).contains("quick", "dist", "fuzz");
        List<String> line = List.of(
                program.toString(),
                "-o",
                "-B",
                "-ntp",
                "-T1",
                "-Dmaven.repo.local=" + System.getProperty("fallow.repository"),
                "-pl",
                String.join(",", modules),
                "-am",
                "-P" + String.join(",", profiles),
                "validate");
        ProcessBuilder builder = new ProcessBuilder(line).directory(ROOT.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s%n%s", line, printed).isZero();
        assertThat(printed).doesNotContain("could not be activated");
    }

    /** Returns the elements of the lists that follow an option, a regular expression. */
    private static List<String> values(Command command, String option) {
        Matcher matcher = Pattern.compile(" " + option + "([\\w/,-]+)").matcher(command.text());
        List<String> found = new ArrayList<>();
        while (matcher.find()) {
            found.addAll(List.of(matcher.group(1).split(",")));
        }
        return found;
    }

    @Test
    void goalsPropertiesAndTestsOfMavenExist() throws IOException {
        String poms = poms();
        String table = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
        Set<String> tests = javaFiles();
        for (Command command : Documents.commands("mvn")) {
            for (String word : command.text().split(" ")) {
                if (word.matches("[a-z]+:[a-z-]+")) {
                    String plugin = word.substring(0, word.indexOf(':'));
                    assertThat(poms)
                            .as(command.toString())
                            .containsAnyOf(">" + plugin + "-maven-plugin<", ">maven-" + plugin + "-plugin<");
                } else if (word.startsWith("-D")) {
                    String name = word.substring(2).replaceFirst("=.*", "");
                    assertThat(OF_PLUGINS.contains(name)
                                    || table.contains("| `" + name)
                                    || poms.contains("<" + name + ">"))
                            .as(command + ": " + name)
                            .isTrue();
                    if (name.equals("test")) {
                        String named = word.substring(word.indexOf('=') + 1);
                        assertThat(tests).as(command.toString()).containsAll(List.of(named.split(",")));
                    }
                }
            }
        }
    }

    @Test
    void namedTestsExist() throws IOException {
        Set<String> files = javaFiles();
        Set<String> missing = Documents.code().stream()
                .filter(code -> !code.block() && code.text().matches("[A-Z]\\w+Test"))
                .filter(code -> !files.contains(code.text()))
                .map(Object::toString)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(missing).isEmpty();
    }

    /** Every property that a test reads is in a table of CONTRIBUTING or set by a POM, and something reads those of the tables. */
    @Test
    void propertiesAreListed() throws IOException {
        Set<String> used = new TreeSet<>();
        Pattern name = Pattern.compile("\"(fallow(?:\\.[a-z]+)+)\"");
        try (Stream<Path> paths = Files.walk(ROOT)) {
            for (Path path : paths.filter(path -> isSource(path, "/src/test/|/test/java/"))
                    .toList()) {
                Matcher matcher = name.matcher(Files.readString(path));
                while (matcher.find()) {
                    used.add(matcher.group(1));
                }
            }
        }
        Set<String> listed = new TreeSet<>();
        Matcher row = Pattern.compile("(?m)^\\| `(fallow[a-z.]+)`")
                .matcher(Files.readString(ROOT.resolve("CONTRIBUTING.md")));
        while (row.find()) {
            listed.add(row.group(1));
        }
        String poms = poms();
        Set<String> unlisted = new TreeSet<>(used);
        unlisted.removeAll(listed);
        unlisted.removeIf(each -> poms.contains("<" + each + ">"));
        assertThat(unlisted).as("not in CONTRIBUTING.md").isEmpty();
        listed.removeAll(used);
        listed.removeIf(each -> poms.matches("(?s).*<" + each + "/?>.*"));
        assertThat(listed).as("in CONTRIBUTING.md, and read by no test").isEmpty();
    }

    @Test
    void verbsAndOptionsOfFallowExist() {
        List<Command> commands = new ArrayList<>(Documents.commands("fallow"));
        commands.addAll(Documents.commands("./fallow"));
        assertThat(commands).hasSizeGreaterThan(40);
        Set<String> wrong = new TreeSet<>();
        for (Command command : commands) {
            String[] words = command.text().replaceAll("[(),]|# .*", " ").split("\\s+");
            for (String verb : words.length < 2 ? new String[0] : words[1].split("\\|")) {
                if (verb.matches("[a-z][a-z-]*")) {
                    check(command, verb, words, wrong);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private void check(Command command, String verb, String[] words, Set<String> wrong) {
        String help = help(verb);
        if (help.isEmpty()) {
            wrong.add(command + ": there is no verb " + verb);
            return;
        }
        String subcommands = "";
        if (words.length > 2 && words[2].matches("[a-z]+(\\|[a-z]+)*") && help.contains("Commands:")) {
            subcommands = Arrays.stream(words[2].split("\\|"))
                    .map(each -> help(verb, each))
                    .collect(Collectors.joining());
        }
        for (String word : words) {
            String option = word.replaceFirst("=.*", "").replaceAll("[;.:]+$", "");
            if (option.matches("--[a-z-]+") && !(help + subcommands).contains(option)) {
                wrong.add(command + ": " + verb + " has no option " + option);
            }
        }
    }

    /** Returns the help of a verb; an empty string if there is none. */
    private String help(String... words) {
        return helps.computeIfAbsent(String.join(" ", words), key -> {
            List<String> arguments = new ArrayList<>(List.of(words));
            arguments.add("--help");
            StringWriter out = new StringWriter();
            int code = Fallow.run(
                    new PrintWriter(out), new PrintWriter(new StringWriter()), arguments.toArray(new String[0]));
            return code == 0 ? out.toString() : "";
        });
    }

    /** The paths that documents name in code exist; {@code LinksTest} looks at their links. */
    @Test
    void pathsExist() {
        Set<String> missing = new TreeSet<>();
        Pattern path =
                Pattern.compile("(?:core|format|freespace|filters|http|spark|cli|benchmarks|src|docs)/[\\w./-]+");
        for (Documents.Code code : Documents.code()) {
            Matcher matcher = path.matcher(code.text());
            while (matcher.find()) {
                boolean begins =
                        matcher.start() == 0 || " (\n".indexOf(code.text().charAt(matcher.start() - 1)) >= 0;
                String named = matcher.group().replaceAll("[.]+$", "");
                Path document = ROOT.resolve(code.document()).getParent();
                if (begins
                        && !named.matches("(.*/)?target(/.*)?")
                        && !named.startsWith("src/main/")
                        && !Files.exists(ROOT.resolve(named))
                        && !Files.exists(document.resolve(named))) {
                    missing.add(code.document() + ":" + code.line() + ": " + named);
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    /** The Python scripts that a document names exist, and have the options that it names with them. */
    @Test
    void scriptsHaveTheirOptions() throws IOException {
        int scripts = 0;
        for (Documents.Code code : Documents.code()) {
            for (String line : code.text().split("\n")) {
                Matcher matcher =
                        Pattern.compile("(\\S+/interop/\\w+\\.py)(.*)").matcher(line);
                if (matcher.find()) {
                    String script = Files.readString(ROOT.resolve(matcher.group(1)));
                    scripts++;
                    Matcher option = Pattern.compile("--[a-z-]+").matcher(matcher.group(2));
                    while (option.find()) {
                        assertThat(script).as(code.toString()).contains("\"" + option.group() + "\"");
                    }
                }
            }
        }
        assertThat(scripts).isGreaterThan(3);
    }

    private static String poms() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String module : List.of(
                "", "core/", "cli/", "cli/dist/", "benchmarks/", "benchmarks/research/", "spark/", "src/test/")) {
            text.append(Files.readString(ROOT.resolve(module + "pom.xml")));
        }
        return text.toString();
    }

    /** The names of all classes of the repository that have a file. */
    private static Set<String> javaFiles() throws IOException {
        try (Stream<Path> paths = Files.walk(ROOT)) {
            return paths.filter(path -> isSource(path, "/java/"))
                    .map(path -> path.getFileName().toString().replace(".java", ""))
                    .collect(Collectors.toSet());
        }
    }

    private static boolean isSource(Path path, String within) {
        String name = Documents.name(ROOT.relativize(path));
        return name.endsWith(".java")
                && !name.contains("/target/")
                && Pattern.compile(within).matcher("/" + name).find();
    }
}
