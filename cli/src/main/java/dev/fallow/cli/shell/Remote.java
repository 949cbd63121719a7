package dev.fallow.cli.shell;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.fallow.ContainerException;
import dev.fallow.ContainerFile;
import dev.fallow.OpenOptions;
import dev.fallow.http.HttpSource;
import dev.fallow.source.SourceStatistics;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * A container on a web server, and what was sent for it. The only class of the command that uses HTTP: it is loaded for addresses alone,
 * because a command on a local file is to start without the HTTP client.
 */
final class Remote {
    private final HttpSource source;

    private Remote(HttpSource source) {
        this.source = source;
    }

    /**
     * Sends the first request.
     *
     * @throws ContainerException if the text is no address, or the server does not answer as it should
     */
    static Remote open(String address) {
        try {
            return new Remote(HttpSource.open(new URI(address)));
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new ContainerException("expected an address, such as https://host/run.h5: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new ContainerException(Messages.of(e), e);
        }
    }

    /** The container; closing it closes the connection. */
    ContainerFile container(OpenOptions options) {
        return ContainerFile.openReadOnly(source, options);
    }

    /** Writes the field of a JSON object that says what was sent. */
    void write(JsonGenerator json) throws IOException {
        SourceStatistics sent = source.statistics();
        json.writeObjectFieldStart("http");
        json.writeNumberField("requests", sent.requests());
        json.writeNumberField("bytes", sent.bytes());
        json.writeNumberField("retries", sent.retries());
        json.writeEndObject();
    }
}
