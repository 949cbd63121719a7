import java.io.File;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.apache.felix.framework.FrameworkFactory;

/** Starts the bundles of target/bundles in Apache Felix, and creates a file with the classes of one of them. */
public class Example {
    public static void main(String[] arguments) throws Exception {
        Framework framework = new FrameworkFactory()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE, "target/felix",
                        Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT));
        framework.start();
        List<Bundle> bundles = new ArrayList<>();
        for (File jar : new File("target/bundles").listFiles()) {
            bundles.add(framework.getBundleContext().installBundle(jar.toURI().toString()));
        }
        for (Bundle bundle : bundles) {
            bundle.start(); // fails if a package that it imports is not there
        }
        Bundle http = find(bundles, "dev.fallow.http");
        http.loadClass("dev.fallow.http.HttpSource");
        Bundle core = find(bundles, "dev.fallow.core");
        Method create = core.loadClass("dev.fallow.ContainerFile").getMethod("create", Path.class);
        ((AutoCloseable) create.invoke(null, Path.of("run.h5"))).close();
        String exported = core.getHeaders().get(Constants.EXPORT_PACKAGE);
        if (exported.contains("internal")) {
            throw new IllegalStateException("internal packages are exported: " + exported);
        }
        framework.stop();
        framework.waitForStop(10_000);
    }

    private static Bundle find(List<Bundle> bundles, String name) {
        return bundles.stream()
                .filter(bundle -> name.equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + name + " in " + bundles));
    }
}
