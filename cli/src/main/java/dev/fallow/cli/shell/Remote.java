package dev.fallow.cli.shell;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.NotAContainerException;
import dev.fallow.OpenOptions;
import dev.fallow.http.HttpSource;
import dev.fallow.source.SourceStatistics;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A container on a web server, and what was sent for it. The only class of the command that uses HTTP: it is loaded for addresses alone,
 * because a command on a local file is to start without the HTTP client.
 */
final class Remote {
    private static final Pattern QUERY = Pattern.compile("[?#]");

    private final HttpSource source;
    private final ContainerFile container;
    private final String inside;
    private final long refused;

    private Remote(HttpSource source, ContainerFile container, String inside, long refused) {
        this.source = source;
        this.container = container;
        this.inside = inside;
        this.refused = refused;
    }

    /**
     * Opens the container at an address, or at the longest beginning of it at which there is one: {@code https://host/a.h5/group}. Beginnings
     * are asked for only if the server has nothing at the whole address (404 or 410), or says so with 403, as S3 does; one request each, and
     * so at most as many as its path has names. They end before a slash, and before what is behind a question mark.
     *
     * @throws ContainerException if the text is no address, the server does not answer as it should, or what it has is not HDF5; about the
     *     whole address if there is no container at any beginning
     */
    static Remote open(String address, OpenOptions options) {
        ContainerException failure = null;
        long refused = 0;
        for (int end : ends(address)) {
            try {
                HttpSource source = HttpSource.open(new URI(address.substring(0, end)));
                return new Remote(source, ContainerFile.openReadOnly(source, options), address.substring(end), refused);
            } catch (NotAContainerException e) {
                throw failure == null ? e : failure; // a beginning at which there is a page that lists a folder
            } catch (URISyntaxException | IllegalArgumentException e) {
                String message = "expected an address, such as https://host/run.h5: " + e.getMessage();
                failure = failure == null ? new ContainerException(message, e) : failure;
            } catch (NoSuchFileException | AccessDeniedException e) {
                failure = failure == null ? new ContainerException(Messages.of(e), e) : failure;
                refused++;
            } catch (IOException e) {
                throw failure == null ? new ContainerException(Messages.of(e), e) : failure;
            }
        }
        throw failure;
    }

    /** Where beginnings of an address end that may be those of a file, the longest first. */
    private static List<Integer> ends(String address) {
        List<Integer> ends = new ArrayList<>(List.of(address.length()));
        int host = address.indexOf("://") + "://".length();
        Matcher query = QUERY.matcher(address);
        int end = query.find() ? query.start() : address.length();
        while ((end = address.lastIndexOf('/', end - 1)) > address.indexOf('/', host) && end > host) {
            ends.add(end);
        }
        return ends;
    }

    /** The container; closing it closes the connection. */
    ContainerFile container() {
        return container;
    }

    /** What is behind the container in the address: the path of an object, which starts with a slash; or nothing. */
    String inside() {
        return inside;
    }

    /** Writes the field of a JSON object that says what was sent. Each beginning of an address without a file counts as one request. */
    static void write(List<Remote> remotes, JsonGenerator json) throws IOException {
        long requests = 0;
        long bytes = 0;
        long retries = 0;
        for (Remote each : remotes) {
            SourceStatistics sent = each.source.statistics();
            requests += sent.requests() + each.refused;
            bytes += sent.bytes();
            retries += sent.retries();
        }
        json.writeObjectFieldStart("http");
        json.writeNumberField("requests", requests);
        json.writeNumberField("bytes", bytes);
        json.writeNumberField("retries", retries);
        json.writeEndObject();
    }
}
