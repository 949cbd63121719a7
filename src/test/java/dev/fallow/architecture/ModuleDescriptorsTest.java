package dev.fallow.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.oracle.Corpus;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
import java.lang.module.ModuleFinder;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an application of Fallow can see: the public packages of core, and nothing of the modules below. */
class ModuleDescriptorsTest {
    private static ModuleDescriptor descriptor(String module) {
        return ModuleFinder.of(Corpus.repository().resolve(module).resolve("target/classes"))
                .find("dev.fallow." + module)
                .orElseThrow()
                .descriptor();
    }

    @ParameterizedTest
    @ValueSource(strings = {"format", "freespace"})
    void theModulesBelowExportToCoreAlone(String module) {
        assertThat(descriptor(module).exports())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.targets()).containsExactly("dev.fallow.core"));
    }

    @Test
    void coreHandsNoOtherModuleOn() {
        assertThat(descriptor("core").requires())
                .noneSatisfy(each -> assertThat(each.modifiers()).contains(Modifier.TRANSITIVE));
    }

    @Test
    void coreExportsItsPublicPackages() {
        assertThat(descriptor("core").exports())
                .allSatisfy(each -> assertThat(each.targets()).isEmpty())
                .extracting(Exports::source)
                .containsExactlyInAnyOrderElementsOf(Set.of(
                        "dev.fallow",
                        "dev.fallow.filter",
                        "dev.fallow.report",
                        "dev.fallow.source",
                        "dev.fallow.table",
                        "dev.fallow.type"));
    }
}
