package dev.fallow.internal.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The providers of a service that could be loaded.
 *
 * @param problems of those that could not; for messages
 */
record Services<T>(List<T> found, List<String> problems) {
    /** @param loader of this module for the type, which finds what the application has */
    static <T> Services<T> of(ServiceLoader<T> loader) {
        List<T> found = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        var services = loader.iterator();
        boolean more = true;
        while (more) {
            try {
                more = services.hasNext();
                if (more) {
                    found.add(services.next());
                }
            } catch (ServiceConfigurationError e) {
                problems.add(e.getMessage());
            }
        }
        return new Services<>(found, problems);
    }

    /** The problems, to be appended to a message. */
    String notLoaded() {
        return problems.isEmpty() ? "" : "; not loaded: " + String.join("; ", problems);
    }
}
