package dev.fallow.benchmarks.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code flame}. */
@Command(
        name = "flame",
        mixinStandardHelpOptions = true,
        description = "Draws the execution samples of a recording of JDK Flight Recorder as a flame graph, in SVG.")
public final class FlameCommand implements Callable<Integer> {
    private static final String SAMPLE = "jdk.ExecutionSample";

    @Parameters(index = "0", paramLabel = "RECORDING", description = "The recording.")
    private Path recording;

    @Parameters(index = "1", paramLabel = "SVG", description = "The file to write.")
    private Path svg;

    @Option(names = "--title", paramLabel = "TEXT", description = "The title. Default: the name of the recording.")
    private String title;

    @Option(
            names = "--below",
            paramLabel = "METHOD",
            description = "Only samples with this method, as Class.method, and only the frames that it calls.")
    private String below;

    @Override
    public Integer call() throws IOException {
        FlameGraph graph = new FlameGraph();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getEventType().getName().equals(SAMPLE) && event.getStackTrace() != null) {
                    add(graph, event.getStackTrace().getFrames());
                }
            }
        }
        Path name = recording.getFileName();
        Files.writeString(svg, graph.svg(title != null ? title : String.valueOf(name)));
        System.out.println(svg + ": " + graph.samples() + " samples");
        return 0;
    }

    private void add(FlameGraph graph, List<RecordedFrame> innermostFirst) {
        List<String> stack = new ArrayList<>();
        for (RecordedFrame frame : innermostFirst) {
            stack.add(name(frame.getMethod()));
        }
        Collections.reverse(stack);
        int from = below == null ? 0 : stack.indexOf(below);
        if (from >= 0) {
            graph.add(stack.subList(from, stack.size()));
        }
    }

    private static String name(RecordedMethod method) {
        String type = method.getType().getName();
        return type.substring(type.lastIndexOf('.') + 1) + "." + method.getName();
    }
}
