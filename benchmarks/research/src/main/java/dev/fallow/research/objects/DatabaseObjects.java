package dev.fallow.research.objects;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The H2 database: a table of names and contents. Each change is a transaction. */
public final class DatabaseObjects implements ObjectStorage {
    private final Path file;
    private final boolean forced;
    private Connection connection;
    private PreparedStatement merge;
    private PreparedStatement select;
    private PreparedStatement delete;
    private PreparedStatement sync;

    /** @param forced whether each transaction is forced at its end; otherwise H2 writes it later */
    public DatabaseObjects(Path file, boolean forced) throws IOException {
        this.file = file;
        this.forced = forced;
        open();
    }

    private interface Work<T> {
        T run() throws SQLException;
    }

    private static <T> T asInputOutput(Work<T> work) throws IOException {
        try {
            return work.run();
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private void open() throws IOException {
        asInputOutput(() -> {
            connection = DriverManager.getConnection("jdbc:h2:file:" + file.toAbsolutePath());
            try (Statement statement = connection.createStatement()) {
                statement.execute(
                        "create table if not exists objects(name varchar(200) primary key, content varbinary(33554432))");
            }
            merge = connection.prepareStatement("merge into objects(name, content) values (?, ?)");
            select = connection.prepareStatement("select content from objects where name = ?");
            delete = connection.prepareStatement("delete from objects where name = ?");
            sync = connection.prepareStatement("checkpoint sync");
            return null;
        });
    }

    @Override
    public void put(String name, byte[] content) throws IOException {
        asInputOutput(() -> {
            merge.setString(1, name);
            merge.setBytes(2, content);
            merge.executeUpdate();
            return force();
        });
    }

    private Void force() throws SQLException {
        if (forced) {
            sync.execute();
        }
        return null;
    }

    @Override
    public byte[] get(String name) throws IOException {
        return asInputOutput(() -> {
            select.setString(1, name);
            try (ResultSet found = select.executeQuery()) {
                found.next();
                return found.getBytes(1);
            }
        });
    }

    @Override
    public void remove(String name) throws IOException {
        asInputOutput(() -> {
            delete.setString(1, name);
            delete.executeUpdate();
            return force();
        });
    }

    private interface Row {
        long bytes(ResultSet row) throws SQLException;
    }

    private long walk(String query, Row row) throws IOException {
        return asInputOutput(() -> {
            long sum = 0;
            try (Statement statement = connection.createStatement()) {
                statement.setFetchSize(100);
                try (ResultSet rows = statement.executeQuery(query)) {
                    while (rows.next()) {
                        sum += row.bytes(rows);
                    }
                }
            }
            return sum;
        });
    }

    /** Runs a query with lazy execution, which does not collect the result in memory. */
    private long lazily(String query, Row row) throws IOException {
        asInputOutput(() -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute("set lazy_query_execution 1");
            }
        });
        return walk(query, row);
    }

    @Override
    public long names() throws IOException {
        return lazily("select name from objects", row -> row.getString(1).isEmpty() ? 0 : 1);
    }

    @Override
    public long contents() throws IOException {
        return lazily("select content from objects", row -> row.getBytes(1).length);
    }

    @Override
    public long entries() throws IOException {
        return lazily(
                "select name, content from objects", row -> row.getString(1).length() + row.getBytes(2).length);
    }

    @Override
    public void reopen() throws IOException {
        close();
        open();
    }

    @Override
    public long diskBytes() throws IOException {
        return Files.size(file.resolveSibling(file.getFileName() + ".mv.db"));
    }

    @Override
    public void close() throws IOException {
        asInputOutput(() -> {
            connection.close();
            return null;
        });
    }
}
