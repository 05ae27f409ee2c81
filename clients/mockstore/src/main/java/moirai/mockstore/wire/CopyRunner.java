package moirai.mockstore.wire;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.Insertion;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.syntax.Words;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.catalog.CatalogSession;
import moirai.mockstore.wire.catalog.CopyIn;
import moirai.mockstore.wire.catalog.RelayedSql;
import moirai.mockstore.wire.cursor.CursorSql;
import moirai.mockstore.wire.protocol.FrontendMessage;
import moirai.mockstore.wire.protocol.MessageWriter;

/** Executes COPY between the client and a table. PostgreSQL reads and writes the formats, the store the rows. */
record CopyRunner(SqlSession session, CatalogSession catalog, StatementRunner runner, RowSink sink) {

    private static final String TABLE = "\\s*COPY\\s+(?<table>" + Identifiers.WRITTEN + "(?:\\." + Identifiers.WRITTEN
            + ")?)\\s*(?:\\((?<columns>[^)]*)\\))?\\s*";

    /** The client, whose two names mean the same in either direction. */
    private static final String CLIENT = "(?:STDIN|STDOUT)";

    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;

    private static final Pattern FROM_CLIENT =
            Pattern.compile(TABLE + "FROM\\s+" + CLIENT + "\\b(?<options>.*)", FLAGS);

    private static final Pattern TABLE_TO_CLIENT =
            Pattern.compile(TABLE + "TO\\s+" + CLIENT + "\\b(?<options>.*)", FLAGS);

    private static final Pattern QUERY_TO_CLIENT =
            Pattern.compile("\\s*COPY\\s*\\((?<query>.*)\\)\\s*TO\\s+" + CLIENT + "\\b(?<options>.*)", FLAGS);

    /** A COPY that was prepared. */
    record CopySql(String sql) implements RelayedSql {

        @Override
        public List<BackendMessage> description() {
            return List.of(BackendMessage.NO_PARAMETERS, BackendMessage.NO_DATA);
        }
    }

    /** Returns the portal of a COPY, which has no rows in the sense of others. */
    Portal portal(CopySql copy) {
        return new Portal() {
            @Override
            public StatementKind kind() {
                return StatementKind.COPY;
            }

            @Override
            public void describe(MessageWriter out) {
                out.noData();
            }

            @Override
            public void execute(StatementRunner current, int rowLimit, RowSink to) {
                run(copy.sql(), () -> {});
            }

            @Override
            public BackendMessage columns() {
                return BackendMessage.NO_DATA;
            }

            @Override
            public List<BackendMessage> move(StatementRunner current, CursorSql.Fetch fetch) {
                throw new StoreException("XX000", "unsupported portal strategy");
            }

            @Override
            public List<BackendMessage> all(StatementRunner current) {
                throw new StoreException("42601", "COPY is no query: " + copy.sql());
            }
        };
    }

    /**
     * Executes a COPY.
     *
     * @param beforeEnd run before the client is told that it is done
     * @throws StoreException if it is none between a client and a table, or fails as in PostgreSQL
     */
    void run(String sql, Runnable beforeEnd) {
        String bare = Words.fromFirst(sql);
        Matcher from = FROM_CLIENT.matcher(bare);
        Matcher query = QUERY_TO_CLIENT.matcher(bare);
        Matcher table = TABLE_TO_CLIENT.matcher(bare);
        if (!sink.out().encoding().isUtf8()) {
            throw Unsupported.refuse(
                    "COPY in client_encoding " + sink.out().encoding().name());
        } else if (!catalog.isServed()) {
            throw new StoreException("0A000", "COPY is not supported; use INSERT and SELECT");
        } else if (query.matches()) {
            send(query.group("query"), query.group("options"), beforeEnd);
        } else if (table.matches()) {
            if (table.group("columns") != null) {
                session.relations().requireCopied(table.group("table"), table.group("columns"));
            }
            String all = session.relations().copied(table.group("table"));
            String columns = table.group("columns") != null ? table.group("columns") : all.isEmpty() ? "*" : all;
            send("SELECT " + columns + " FROM " + table.group("table"), table.group("options"), beforeEnd);
        } else if (from.matches()) {
            session.relations().requireWritable("COPY FROM", from.group("table"));
            if (from.group("columns") != null) {
                session.relations().requireCopied(from.group("table"), from.group("columns"));
            }
            String columns = from.group("columns") == null
                    ? session.relations().copied(from.group("table"))
                    : from.group("columns");
            receive(from.group("table"), columns, from.group("options"), beforeEnd);
        } else {
            throw new StoreException("0A000", "COPY is supported FROM STDIN and TO STDOUT, and not in: " + sql);
        }
    }

    private void send(String query, String options, Runnable beforeEnd) {
        List<BackendMessage> answer = catalog.copyOf(query, options, runner::joinTransaction);
        answer.subList(0, answer.size() - 1).forEach(sink::relayed);
        beforeEnd.run();
        sink.relayed(answer.getLast());
    }

    private void receive(String table, String columns, String options, Runnable beforeEnd) {
        List<List<Object>> rows;
        try (CopyIn copy = catalog.copyTo(table, columns, options)) {
            sink.relayed(copy.expected());
            sink.flush();
            transfer(copy);
            rows = copy.rows();
        } catch (InterruptedException cancelled) {
            throw new StoreException("57014", "interrupted while copying");
        }
        runner.joinTransaction();
        Insertion.of(session, table, columns, rows);
        beforeEnd.run();
        sink.out().commandComplete("COPY " + rows.size());
    }

    /** Passes on what the client sends, until it has sent all. */
    private void transfer(CopyIn copy) throws InterruptedException {
        while (true) {
            switch (sink.connection().receive()) {
                case FrontendMessage.CopyData data -> copy.data(data.content());
                case FrontendMessage.CopyDone done -> {
                    return;
                }
                case FrontendMessage.CopyFail fail ->
                    throw new StoreException("57014", "COPY from stdin failed: " + fail.reason());
                case FrontendMessage.Sync ignored -> {}
                case FrontendMessage.Flush ignored -> {}
                case FrontendMessage.Woken ignored -> {}
                case FrontendMessage.Disconnected gone -> throw new Connection.ConnectionLostException();
                case FrontendMessage other ->
                    throw new StoreException(
                            "08P01",
                            "unexpected message during COPY from stdin: "
                                    + other.getClass().getSimpleName());
            }
        }
    }
}
