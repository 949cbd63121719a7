package dev.fallow.spark.read;

import dev.fallow.source.SourceStatistics;
import dev.fallow.spark.hadoop.HadoopSource;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** What a task has read; Spark adds the numbers up and shows them with the scan. */
public final class ReadMetrics {
    private long files;
    private long cells;
    private long requests;
    private long bytes;
    private HadoopSource source;

    /** The files that were opened, once for each part. */
    public static final class FilesOpened extends Sum {
        /** Made by Spark. */
        public FilesOpened() {
            super("filesOpened", "files opened");
        }
    }

    /** The reads from the file system. */
    public static final class Requests extends Sum {
        /** Made by Spark. */
        public Requests() {
            super("requests", "requests to the file system");
        }
    }

    /** The bytes of these reads. */
    public static final class BytesRead extends Sum {
        /** Made by Spark. */
        public BytesRead() {
            super("bytesRead", "bytes read from the file system");
        }
    }

    /** The cells - one chunk, or several adjacent ones - whose rows were read. */
    public static final class CellsRead extends Sum {
        /** Made by Spark. */
        public CellsRead() {
            super("cellsRead", "runs of chunks read");
        }
    }

    private abstract static class Sum extends CustomSumMetric {
        private final String name;
        private final String description;

        Sum(String name, String description) {
            this.name = name;
            this.description = description;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String description() {
            return description;
        }
    }

    private record Value(String name, long value) implements CustomTaskMetric {}

    /** The metrics of a scan. */
    static CustomMetric[] supported() {
        return new CustomMetric[] {new FilesOpened(), new Requests(), new BytesRead(), new CellsRead()};
    }

    void opened(HadoopSource next) {
        finish();
        source = next;
        files++;
    }

    void finished(long cellsRead) {
        cells += cellsRead;
        finish();
    }

    private void finish() {
        if (source != null) {
            SourceStatistics statistics = source.statistics();
            requests += statistics.requests();
            bytes += statistics.bytes();
            source = null;
        }
    }

    CustomTaskMetric[] values(long cellsOfOpen) {
        SourceStatistics now = source == null ? new SourceStatistics(0, 0, 0, 0) : source.statistics();
        return new CustomTaskMetric[] {
            new Value("filesOpened", files),
            new Value("requests", requests + now.requests()),
            new Value("bytesRead", bytes + now.bytes()),
            new Value("cellsRead", cells + cellsOfOpen)
        };
    }
}
