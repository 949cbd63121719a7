package dev.fallow.api;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The public API of a module as text: the public types of its exported packages, and their public and protected members, sorted. What is
 * inherited is listed where it is declared. Names of parameters and values of constants are not listed. Tests of other modules use it, too.
 */
final class ApiListing {
    private static final int OF_INTEREST = Modifier.ABSTRACT | Modifier.FINAL | Modifier.STATIC | Modifier.PROTECTED;

    private ApiListing() {}

    /** The lines for the module whose class files are in a folder; members are indented. */
    static List<String> of(Path classes) throws IOException, ClassNotFoundException {
        ModuleDescriptor module;
        try (var in = Files.newInputStream(classes.resolve("module-info.class"))) {
            module = ModuleDescriptor.read(in);
        }
        List<String> packages = module.exports().stream()
                .filter(exported -> !exported.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .sorted()
                .toList();
        List<Class<?>> types = new ArrayList<>();
        for (String exported : packages) {
            for (String name : classNames(classes, exported)) {
                types.add(Class.forName(name, false, ApiListing.class.getClassLoader()));
            }
        }
        return of(types);
    }

    /** The lines for those of these types that are public. */
    static List<String> of(List<Class<?>> types) {
        List<String> lines = new ArrayList<>();
        for (Class<?> type : types) {
            if (isVisible(type)) {
                lines.add(heading(type));
                members(type).sorted().map(line -> "    " + line).forEach(lines::add);
            }
        }
        return lines;
    }

    private static List<String> classNames(Path classes, String exported) throws IOException {
        try (Stream<Path> files = Files.list(classes.resolve(exported.replace('.', '/')))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
                    .map(name -> exported + "." + name.substring(0, name.length() - ".class".length()))
                    .sorted()
                    .toList();
        }
    }

    /** Whether an application can name a type: it and all around it are public, or protected. */
    private static boolean isVisible(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getDeclaringClass()) {
            if (!isVisible(each.getModifiers()) || each.isAnonymousClass() || each.isLocalClass()) {
                return false;
            }
        }
        return true;
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String heading(Class<?> type) {
        String components = type.isRecord()
                ? Stream.of(type.getRecordComponents())
                        .map(ApiListing::component)
                        .collect(Collectors.joining(", ", "(", ")"))
                : "";
        String permitted = type.isSealed()
                ? list(" permits ", Stream.of(type.getPermittedSubclasses()).filter(ApiListing::isVisible))
                : "";
        // those of an enum or a record say nothing that its kind does not say
        Type above = type.isEnum() || type.isRecord() ? null : type.getGenericSuperclass();
        return modifiers(type)
                + type.getName()
                + variables(type.getTypeParameters())
                + components
                + (above == null || above == Object.class ? "" : " extends " + above.getTypeName())
                + list(type.isInterface() ? " extends " : " implements ", Stream.of(type.getGenericInterfaces()))
                + permitted;
    }

    private static String component(RecordComponent component) {
        return component.getGenericType().getTypeName() + " " + component.getName();
    }

    private static String modifiers(Class<?> type) {
        String sealed = type.isSealed() ? "sealed " : "";
        if (type.isAnnotation()) {
            return "annotation ";
        }
        if (type.isInterface()) {
            return sealed + "interface ";
        }
        if (type.isEnum()) {
            return "enum ";
        }
        if (type.isRecord()) {
            return "record ";
        }
        int shown = type.getModifiers() & OF_INTEREST & ~Modifier.STATIC;
        return sealed + (shown == 0 ? "" : Modifier.toString(shown) + " ") + "class ";
    }

    private static Stream<String> members(Class<?> type) {
        List<String> lines = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (isListed(field)) {
                lines.add(modifiers(field) + field.getGenericType().getTypeName() + " " + field.getName());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isListed(constructor)) {
                lines.add(modifiers(constructor) + signature(constructor, "new"));
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isListed(method)) {
                lines.add((method.isDefault() ? "default " : modifiers(method))
                        + variables(method.getTypeParameters())
                        + method.getGenericReturnType().getTypeName()
                        + " "
                        + signature(method, method.getName()));
            }
        }
        return lines.stream();
    }

    private static boolean isListed(Member member) {
        return isVisible(member.getModifiers()) && !member.isSynthetic();
    }

    private static String modifiers(Member member) {
        int shown = member.getModifiers() & OF_INTEREST;
        if (member.getDeclaringClass().isInterface()) {
            shown &= ~Modifier.ABSTRACT;
        }
        return shown == 0 ? "" : Modifier.toString(shown) + " ";
    }

    private static String signature(Executable executable, String name) {
        List<String> parameters = Arrays.stream(executable.getGenericParameterTypes())
                .map(Type::getTypeName)
                .collect(Collectors.toCollection(ArrayList::new));
        if (executable.isVarArgs()) {
            int last = parameters.size() - 1;
            parameters.set(last, parameters.get(last).replaceFirst("\\[]$", "..."));
        }
        return name
                + parameters.stream().collect(Collectors.joining(", ", "(", ")"))
                + list(" throws ", Stream.of(executable.getGenericExceptionTypes()));
    }

    private static String variables(TypeVariable<?>[] variables) {
        return variables.length == 0
                ? ""
                : Stream.of(variables).map(ApiListing::variable).collect(Collectors.joining(", ", "<", "> "));
    }

    private static String variable(TypeVariable<?> variable) {
        Type[] bounds = variable.getBounds();
        return bounds[0] == Object.class
                ? variable.getName()
                : Stream.of(bounds)
                        .map(Type::getTypeName)
                        .collect(Collectors.joining(" & ", variable.getName() + " extends ", ""));
    }

    private static String list(String before, Stream<? extends Type> types) {
        List<String> names = types.map(Type::getTypeName).toList();
        return names.isEmpty() ? "" : before + String.join(", ", names);
    }
}
