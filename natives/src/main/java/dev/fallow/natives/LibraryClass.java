package dev.fallow.natives;

import java.util.Optional;

/**
 * A class of a library that may be there.
 *
 * @param found not initialized; null if it is not there
 * @param artifact the library in repositories, for messages
 */
record LibraryClass(Class<?> found, String artifact) {
    static LibraryClass of(String className, String artifact) {
        try {
            return new LibraryClass(Class.forName(className, false, LibraryClass.class.getClassLoader()), artifact);
        } catch (ClassNotFoundException | UnsupportedClassVersionError e) { // the latter: it needs a later JVM
            return new LibraryClass(null, artifact);
        }
    }

    /** Another class of the library, which is there. */
    Class<?> other(String className) throws ClassNotFoundException {
        return Class.forName(className, true, found.getClassLoader());
    }

    /** The library does not have what this module calls. */
    LinkageError unknown(ReflectiveOperationException cause) {
        return new LinkageError(name() + " is not the library that was expected: " + cause, cause);
    }

    /** The name without the group, with the version if the library's manifest or module descriptor has it. */
    String name() {
        String name = artifact.substring(artifact.indexOf(':') + 1);
        if (found == null) {
            return name;
        }
        String version = found.getModule().isNamed()
                ? found.getModule().getDescriptor().rawVersion().orElse(null)
                : found.getPackage().getImplementationVersion();
        return version == null ? name : name + " " + version;
    }

    /** Why no class of it can be used; empty if they can. */
    Optional<String> absence() {
        return found == null ? Optional.of(artifact + " is not on the class path or module path") : Optional.empty();
    }

    /** Why native code of it cannot be loaded; empty if it can, as far as this is known. */
    Optional<String> obstacle() {
        if (found == null || hasNativeAccess(found.getModule())) {
            return absence();
        }
        String module = found.getModule().isNamed() ? found.getModule().getName() : "ALL-UNNAMED";
        return Optional.of("the JVM does not grant it native access: --enable-native-access=" + module);
    }

    /** Java 22 and later can be asked; those before grant it to every module. */
    private static boolean hasNativeAccess(Module module) {
        try {
            return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(module);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Module.isNativeAccessEnabled of " + module, e);
        }
    }
}
