package dev.fallow.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.fallow.oracle.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The dependencies between the modules: cli, benchmarks, research, filters, natives, http, spark -> core -> format, freespace; and
 * benchmarks -> research. Those of spark are checked in that module. ArchUnit fails a rule that matches no class, so that no rule can pass vacuously.
 */
class ArrowsTest {
    private static final String CORE = "dev.fallow";
    private static final String REPORTS = "dev.fallow.report";
    private static final String FILTER = "dev.fallow.filter";
    private static final String SOURCE = "dev.fallow.source";
    private static final String TABLE = "dev.fallow.table";
    private static final String TYPE = "dev.fallow.type";
    private static final String INTERNAL = "dev.fallow.internal..";
    private static final String STORAGE = "dev.fallow.internal.storage..";
    private static final String FORMAT = "dev.fallow.format..";
    private static final String FREESPACE = "dev.fallow.freespace..";
    private static final String CLI = "dev.fallow.cli..";
    private static final String BENCHMARKS = "dev.fallow.benchmarks..";
    private static final String RESEARCH = "dev.fallow.research..";
    private static final String BLOCK_STORE = "dev.fallow.research.blockstore..";
    private static final String HASH_TABLE = "dev.fallow.research.hashtable..";
    private static final String POLICY = "dev.fallow.research.policy..";
    private static final String HTTP = "dev.fallow.http..";
    private static final String FILTERS = "dev.fallow.filters..";
    private static final String NATIVES = "dev.fallow.natives..";

    private static final List<String> ON_THE_CLASS_PATH = List.of(
            CORE, REPORTS, FILTER, SOURCE, TABLE, TYPE, INTERNAL, FORMAT, FREESPACE, CLI, FILTERS, NATIVES, HTTP);

    private static final List<String> LAYERS = Stream.concat(
                    ON_THE_CLASS_PATH.stream(), Stream.of(BENCHMARKS, RESEARCH))
            .toList();

    private static JavaClasses classes;

    @BeforeAll
    static void read() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.fallow");
    }

    @ParameterizedTest
    @FieldSource("ON_THE_CLASS_PATH")
    void everyLayerIsOnTheClassPath(String layer) {
        assertThat(classes.that(resideInAnyPackage(layer))).isNotEmpty();
    }

    /** Every class is in a package that a rule covers. */
    @Test
    void everyClassIsInALayer() {
        JavaClasses outside = classes.that(resideOutsideOfPackages(LAYERS.toArray(String[]::new)));
        assertThat(outside).isEmpty();
    }

    @Test
    void filtersKnowOnlyTheirInterface() {
        checkKnowsOnly(FILTERS, FILTER, TYPE);
    }

    @Test
    void nativesKnowOnlyTheInterfaceOfCodecs() {
        checkKnowsOnly(NATIVES, FILTER);
    }

    @Test
    void httpKnowsOnlySources() {
        checkKnowsOnly(HTTP, SOURCE);
    }

    /** So that an image without it needs no module but java.base. */
    @Test
    void onlyItsModuleUsesTheNetwork() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage(HTTP)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net.http.."));
    }

    @Test
    void freeSpaceKnowsNothingElse() {
        checkKnowsOnly(FREESPACE);
    }

    @Test
    void theFormatKnowsNothingElse() {
        checkKnowsOnly(FORMAT);
    }

    @Test
    void coreDoesNotKnowWhoUsesIt() {
        check(noClasses()
                .that()
                .resideInAnyPackage(CORE, REPORTS, FILTER, SOURCE, TABLE, TYPE, INTERNAL)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(CLI, BENCHMARKS, RESEARCH, FILTERS, NATIVES, HTTP));
    }

    @Test
    void theCommandLineUsesOnlyWhatIsPublic() {
        check(noClasses()
                .that()
                .resideInAPackage(CLI)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(INTERNAL, FORMAT, FREESPACE));
    }

    @Test
    void neitherFormatNorFreeSpaceDoesInputOrOutput() {
        check(noClasses()
                .that()
                .resideInAnyPackage(FORMAT, FREESPACE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.io..", "java.nio.file..", "java.nio.channels..", "java.net.."));
    }

    @Test
    void onlyStorageTouchesAFile() {
        check(noClasses()
                .that()
                .resideInAnyPackage(CORE, REPORTS, FILTER, TABLE, TYPE, INTERNAL)
                .and()
                .resideOutsideOfPackage(STORAGE)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.nio.channels.."));
    }

    @Test
    void theBenchmarksUseOnlyWhatIsPublic() throws IOException {
        noClasses()
                .that()
                .resideInAPackage(BENCHMARKS)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(INTERNAL, CLI)
                .check(classesOf("benchmarks"));
    }

    /** Its block store alone knows internal classes of core: those that read and write a file. */
    @Test
    void researchUsesOnlyWhatIsPublic() throws IOException {
        JavaClasses research = classesOf("benchmarks/research");
        noClasses()
                .that()
                .resideInAPackage(RESEARCH)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(BENCHMARKS, CLI, FILTERS, NATIVES, HTTP)
                .check(research);
        noClasses()
                .that()
                .resideInAPackage(RESEARCH)
                .and()
                .resideOutsideOfPackage(BLOCK_STORE)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(INTERNAL)
                .check(research);
        noClasses()
                .that()
                .resideInAPackage(BLOCK_STORE)
                .should()
                .dependOnClassesThat(resideInAnyPackage(INTERNAL).and(resideOutsideOfPackages(STORAGE)))
                .check(research);
        noClasses()
                .that()
                .resideInAnyPackage(BLOCK_STORE, HASH_TABLE)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.nio.channels..")
                .check(research);
    }

    /** Policies say where; they know neither files nor containers, and there are no cycles between them. */
    @Test
    void policiesKnowOnlyFreeSpace() throws IOException {
        JavaClasses policies = classesOf("benchmarks/research").that(resideInAnyPackage(POLICY));
        noClasses()
                .that()
                .resideInAPackage(POLICY)
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("java.io..", "java.nio.file..", "java.nio.channels..", "dev.fallow..")
                                .and(resideOutsideOfPackages(FREESPACE, POLICY)))
                .check(policies);
        slices().matching("dev.fallow.research.(**)").should().beFreeOfCycles().check(policies);
    }

    /** A module that is not on this class path; if this build has compiled it, it is read from its folder. */
    private static JavaClasses classesOf(String name) throws IOException {
        Path module = Corpus.repository().resolve(name);
        assumeTrue(hasFiles(module.resolve("src/main/java"), ".java"), "there is no " + name);
        assumeTrue(hasFiles(module.resolve("target/classes"), ".class"), "this build has not made " + name);
        return new ClassFileImporter().importPath(module.resolve("target/classes"));
    }

    /** Of the layers, the classes of one know only those of some others. */
    private static void checkKnowsOnly(String layer, String... known) {
        List<String> others = new ArrayList<>(LAYERS);
        others.remove(layer);
        others.removeAll(List.of(known));
        check(noClasses()
                .that()
                .resideInAPackage(layer)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others.toArray(String[]::new)));
    }

    private static void check(ArchRule rule) {
        rule.check(classes);
    }

    private static boolean hasFiles(Path folder, String ending) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.anyMatch(path -> path.toString().endsWith(ending));
        }
    }
}
