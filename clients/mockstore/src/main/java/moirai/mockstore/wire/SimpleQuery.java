package moirai.mockstore.wire;

import java.util.List;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.wire.catalog.BackendMessage;
import moirai.mockstore.wire.catalog.RelayedSql;
import moirai.mockstore.wire.protocol.RowShape;

/** Runs strings of statements; each statement is answered before the next is compiled. */
record SimpleQuery(SqlSession session, Portals portals, StatementRunner runner, CopyRunner copies, RowSink sink) {

    /** Runs a string of statements; an error of a statement is thrown, and those after it are not run. */
    void run(String sql) {
        List<String> statements = session.split(sql).stream()
                .filter(statement -> StatementKind.of(statement) != StatementKind.EMPTY)
                .toList();
        if (statements.isEmpty()) {
            sink.out().emptyQueryResponse();
        }
        for (int index = 0; index < statements.size(); index++) {
            boolean last = index == statements.size() - 1;
            String statement = statements.get(index);
            // Each under the settings that those before it have left.
            session.in(() -> {
                run(statement, statements.size() == 1, last);
                return true;
            });
        }
    }

    private void run(String sql, boolean alone, boolean last) {
        if (StatementKind.of(sql) == StatementKind.COPY) {
            runner.requirePossible(StatementKind.COPY);
            copies.run(sql, last ? runner::finish : () -> {});
            return;
        }
        WireStatement statement = portals.prepare(sql, List.of());
        if (statement.prepared() instanceof RelayedSql) {
            Portal portal = portals.bind(statement, portals.ofSimpleQuery(statement));
            List<BackendMessage> answers = portal.all(runner);
            if (last) {
                runner.finish();
            }
            sink.relayed(
                    answers.getFirst(),
                    answers.stream().filter(answer -> answer.type() != 'n').toList());
            return;
        }
        SqlResult result = alone ? runner.runAlone(statement, List.of()) : runner.run(statement, List.of());
        if (last) {
            // Before the answer, since an answered statement is a committed one.
            runner.finish();
        }
        if (result.returnsRows()) {
            RowShape shape = RowShape.text(result.columns());
            sink.out().rowDescription(shape);
            sink.rows(shape, portals.inFormat(shape, result.rows()));
        }
        sink.out().commandComplete(result.tag());
    }
}
