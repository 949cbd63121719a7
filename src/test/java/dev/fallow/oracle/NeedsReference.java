package dev.fallow.oracle;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Skips a test with a message if the release of libhdf5 that the build uses has no native libraries for the platform.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
        value = "dev.fallow.oracle.Native#isForThisPlatform",
        disabledReason = "this release of libhdf5 has natives for x86-64 (Linux, macOS, Windows) only")
public @interface NeedsReference {}
