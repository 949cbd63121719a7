package dev.fallow.internal.storage;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks whether this JVM can map files with Chronicle Bytes: an optional dependency, which needs access to internals of
 * the JDK. This class does not refer to Chronicle's, so it can be loaded without them.
 */
public final class MappedPrerequisites {
    private static final String UNNAMED = "ALL-UNNAMED";
    private static final String DEPENDENCY = "net.openhft:chronicle-bytes";
    private static final String OS = "net.openhft.chronicle.core.OS";

    private static final List<String> CLASSES =
            List.of(OS, "net.openhft.chronicle.bytes.PointerBytesStore", "org.slf4j.Logger");

    private static final String CHANNELS = "sun.nio.ch";
    private static final String REFLECTION = "java.lang.reflect";
    private static final String CLEANERS = "jdk.internal.ref";

    /** The modules that an application on the module path has to add: the library, and modules of the JDK that it uses. */
    private static final String MODULES = "chronicle.bytes,org.slf4j,java.management,java.naming,jdk.unsupported";

    private static final int FIRST_JDK_WITH_MEMORY_WARNING = 24;
    private static final String MEMORY_FLAG = "--sun-misc-unsafe-memory-access=allow";

    private MappedPrerequisites() {}

    /** Describes the missing dependency or flags; null if files can be mapped. */
    public static String missing() {
        Module library = null;
        for (String name : CLASSES) {
            Class<?> found = find(name);
            if (found == null) {
                return "it needs %s with its dependencies (there is no class %s), and the JVM flags %s"
                        .formatted(DEPENDENCY, name, String.join(" ", flags(UNNAMED)));
            }
            library = name.equals(OS) ? found.getModule() : library;
        }
        String target = library.isNamed() ? library.getName() : UNNAMED;
        if (!MappedPrerequisites.class.getModule().canRead(library)) {
            return "the module dev.fallow.core does not read %s: it has to be on the module path, with the JVM flags %s"
                    .formatted(DEPENDENCY, String.join(" ", flags("chronicle.core")));
        }
        Module base = Object.class.getModule();
        if (!base.isExported(CHANNELS, library) || !base.isOpen(REFLECTION, library)) {
            return DEPENDENCY + " needs the JVM flags " + String.join(" ", flags(target));
        }
        Throwable failure = MappedWindow.initialize();
        return failure == null
                ? null
                : "%s failed to start: %s. It needs the JVM flags %s"
                        .formatted(DEPENDENCY, failure, String.join(" ", flags(target)));
    }

    private static Class<?> find(String name) {
        try {
            return Class.forName(name, false, MappedPrerequisites.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** All flags that this JDK needs, for a library in a module. */
    private static List<String> flags(String module) {
        List<String> flags = new ArrayList<>();
        if (!module.equals(UNNAMED)) {
            flags.add("--add-modules " + MODULES);
        }
        flags.addAll(List.of(
                "--add-exports java.base/%s=%s".formatted(CHANNELS, module),
                "--add-opens java.base/%s=%s".formatted(REFLECTION, module),
                "--add-exports java.base/%s=%s".formatted(CLEANERS, module))); // else a warning is logged
        if (Runtime.version().feature() >= FIRST_JDK_WITH_MEMORY_WARNING) {
            flags.add(MEMORY_FLAG);
        }
        return flags;
    }
}
