package dev.fallow.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The packages inside the modules: their order in core, no cycles, and names that tell classes apart. {@link ArrowsTest} checks
 * the arrows between modules.
 */
class PackageOrderTest {
    private static final int MOST_NAMES_TWICE = 5;

    /** The packages of core below {@code dev.fallow.internal}, lowest first: a class depends only on those before. */
    private static final List<String> ROOMS = List.of(
            "internal.codec",
            "internal.storage",
            "internal.storage.version",
            "internal.extent",
            "internal.path",
            "internal.trace",
            "internal.cache",
            "internal.commit",
            "internal.btree",
            "internal.heap",
            "internal.globalheap",
            "internal.localheap",
            "internal.slice",
            "internal.filter",
            "internal.chunk",
            "internal.data",
            "internal.dense",
            "internal.header",
            "internal.elements",
            "internal.external",
            "internal.virtual",
            "internal.dataset",
            "internal.dataset.creation",
            "internal.attribute",
            "internal.link",
            "internal.space",
            "internal.census",
            "internal.tree",
            "internal.check",
            "internal.shrink",
            "internal.session",
            "internal.open",
            "internal.handle");

    /** The class through which applications enter: the only public one that knows its implementation. */
    private static final String ENTRANCE = "dev.fallow.ContainerFile";

    private static final Pattern PUBLIC =
            Pattern.compile("dev\\.fallow(\\.(report|filter|source|table|type))?\\.[A-Z]\\w*");

    private static JavaClasses classes;

    @BeforeAll
    static void read() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("dev.fallow");
    }

    /** A room that is missing in the list would not be checked. */
    @Test
    void theListHasEveryRoom() {
        Set<String> found = new TreeSet<>();
        for (JavaClass each : classes) {
            if (each.getPackageName().startsWith("dev.fallow.internal")) {
                found.add(room(each));
            }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(ROOMS);
    }

    @Test
    void aRoomKnowsOnlyTheRoomsBelow() {
        List<String> upwards = new ArrayList<>();
        for (JavaClass each : classes) {
            int from = ROOMS.indexOf(room(each));
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                if (from >= 0 && ROOMS.indexOf(room(dependency.getTargetClass())) > from) {
                    upwards.add(dependency.getDescription());
                }
            }
        }
        assertThat(upwards).isEmpty();
    }

    @Test
    void onlyTheEntranceKnowsItsImplementation() {
        List<String> inwards = new ArrayList<>();
        for (JavaClass each : classes) {
            if (PUBLIC.matcher(top(each)).matches() && !ENTRANCE.equals(top(each))) {
                for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                    if (dependency.getTargetClass().getPackageName().startsWith("dev.fallow.internal")) {
                        inwards.add(dependency.getDescription());
                    }
                }
            }
        }
        assertThat(inwards).isEmpty();
    }

    /** {@code ContainerFile} stands above everything else, so it is a slice of its own. */
    @Test
    void thereAreNoCyclesBetweenPackages() {
        slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass each) {
                        return isOfALibraryModule(each) ? SliceIdentifier.of(slice(each)) : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "packages of freespace, format and core, and the entrance";
                    }
                })
                .should()
                .beFreeOfCycles()
                .check(classes);
    }

    private static String slice(JavaClass each) {
        return ENTRANCE.equals(top(each)) ? top(each) : each.getPackageName();
    }

    private static boolean isOfALibraryModule(JavaClass each) {
        return Stream.of("dev.fallow.cli", "dev.fallow.benchmarks", "dev.fallow.http")
                .noneMatch(each.getPackageName()::startsWith);
    }

    /** A simple name that two classes have makes the reader ask which one is meant. Nested classes are not counted. */
    @Test
    void fewSimpleNamesExistTwice() throws IOException {
        Map<String, Set<Path>> named = new TreeMap<>();
        for (Path source : sources(path -> path.toString().contains("/src/main/"))) {
            named.computeIfAbsent(source.getFileName().toString(), name -> new TreeSet<>())
                    .add(source);
        }
        assertThat(named).isNotEmpty();
        named.remove("package-info.java");
        named.remove("module-info.java");
        named.values().removeIf(files -> files.size() == 1);
        assertThat(named).hasSizeLessThanOrEqualTo(MOST_NAMES_TWICE);
    }

    private static List<Path> sources(Predicate<Path> wanted) throws IOException {
        List<Path> found = new ArrayList<>();
        for (String module : List.of(
                "freespace",
                "format",
                "core",
                "filters",
                "natives",
                "http",
                "spark",
                "cli",
                "benchmarks",
                "src/test")) {
            try (Stream<Path> paths = Files.walk(Corpus.repository().resolve(module))) {
                paths.filter(path -> path.toString().endsWith(".java"))
                        .filter(path -> !path.toString().contains("/target/"))
                        .filter(wanted)
                        .forEach(found::add);
            }
        }
        return found;
    }

    /** The name of the outermost class. */
    private static String top(JavaClass each) {
        String name = each.getBaseComponentType().getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static String room(JavaClass each) {
        String name = each.getBaseComponentType().getPackageName();
        return name.startsWith("dev.fallow.") ? name.substring("dev.fallow.".length()) : name;
    }
}
