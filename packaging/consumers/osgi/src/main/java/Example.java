import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/** Starts the bundles of target/bundles in Apache Felix, and one that uses them. */
public class Example {
    /** aircompressor is no bundle: it is in the class path of the framework, which exports its packages. */
    private static final String NO_BUNDLES = "io.airlift.compress,io.airlift.compress.lz4,"
            + "io.airlift.compress.snappy,io.airlift.compress.zstd,sun.misc";

    public static void main(String[] arguments) throws Exception {
        System.setProperty("fallow.natives", "always");
        Framework framework = new FrameworkFactory()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE, "target/felix",
                        Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT,
                        Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, NO_BUNDLES));
        framework.start();
        try {
            use(framework);
        } finally { // its threads would keep the JVM running
            framework.stop();
            framework.waitForStop(10_000);
        }
    }

    private static void use(Framework framework) throws Exception {
        List<Bundle> bundles = new ArrayList<>();
        for (File jar : new File("target/bundles").listFiles()) {
            bundles.add(framework.getBundleContext().installBundle(jar.toURI().toString()));
        }
        find(bundles, "org.apache.aries.spifly.dynamic.bundle").start(); // before the classes of the others are loaded
        for (Bundle bundle : bundles) {
            bundle.start(); // fails if a package that it imports is not there
        }
        find(bundles, "dev.fallow.http").loadClass("dev.fallow.http.HttpSource");
        String exported = find(bundles, "dev.fallow.core").getHeaders().get(Constants.EXPORT_PACKAGE);
        if (exported.contains("internal")) {
            throw new IllegalStateException("internal packages are exported: " + exported);
        }
        framework.getBundleContext().installBundle("application", application()).start();
    }

    private static Bundle find(List<Bundle> bundles, String name) {
        return bundles.stream()
                .filter(bundle -> name.equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + name + " in " + bundles));
    }

    /** A bundle with the class {@link example.Application}, which runs when it is started. */
    private static InputStream application() throws IOException {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        headers.putValue(Constants.BUNDLE_SYMBOLICNAME, "example.application");
        headers.putValue(Constants.BUNDLE_ACTIVATOR, "example.Application");
        headers.putValue(
                Constants.IMPORT_PACKAGE, "dev.fallow,dev.fallow.filter,dev.fallow.report,org.osgi.framework");
        ByteArrayOutputStream jar = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(jar, manifest);
                InputStream application = Example.class.getResourceAsStream("example/Application.class")) {
            out.putNextEntry(new ZipEntry("example/Application.class"));
            application.transferTo(out);
        }
        return new ByteArrayInputStream(jar.toByteArray());
    }
}
