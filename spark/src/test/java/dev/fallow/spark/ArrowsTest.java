package dev.fallow.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The module uses of Fallow what an application could use, and its packages have no cycles. */
class ArrowsTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.fallow.spark");

    @Test
    void onlyWhatIsPublicIsUsed() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.fallow.internal..", "dev.fallow.format..", "dev.fallow.freespace..")
                .check(CLASSES);
        classes().should().resideInAPackage("dev.fallow.spark..").check(CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.fallow.spark.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
