package moirai.runs.replay;

import java.util.ArrayList;
import java.util.List;
import moirai.clients.jdbc.tables.TableSql;
import moirai.history.RunHeader;
import moirai.runs.cases.Control;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.StatementOrder;
import moirai.scheduling.HeldSessions;
import moirai.scheduling.Schedule;
import moirai.scheduling.StepRule;

/** Attempts at one schedule: on tables of their own, and, where a database needs that, on a new one for each. */
final class Rehearsal implements AutoCloseable {

    /** Each op on a list is one statement, or one with what becomes of it if there is no row yet. */
    private static final StepRule OPS = (sql, before) ->
            sql.contains(TableSql.PREFIX) && !before.startsWith("SAVEPOINT") && !before.startsWith("ROLLBACK TO");

    private final HistoryCase found;
    private final Script script;
    private final Stage stage;
    private final Placement place;
    private final RunHeader header;
    /** At most one, as soon as there was an attempt. */
    private final List<Attempts> open = new ArrayList<>();

    Rehearsal(HistoryCase found, Script script, Stage stage, Placement place, RunHeader header) {
        this.found = found;
        this.script = script;
        this.stage = stage;
        this.place = place;
        this.header = header;
    }

    /** One attempt more. */
    Attempt next(Schedule schedule, int rounds) throws InterruptedException {
        if (stage.isOfOneAttempt() || open.stream().anyMatch(Attempts::isUsedUp)) {
            close();
        }
        if (open.isEmpty()) {
            open.add(new Attempts(found, script, scene(stage, script.sessionCount()), place, header));
        }
        return open.getFirst().next(schedule, rounds);
    }

    /** The order to keep: as an exact attempt went that showed the claim, else the one that was kept before. */
    StatementOrder order(Candidate candidate, Attempt attempt, StatementOrder before) {
        boolean isExact = candidate.control() == Control.EXACT && attempt.sight() == Sight.SHOWN;
        return isExact ? script.order(attempt.turns().order()) : before;
    }

    /** Sessions whose ops can be held. */
    static Stage.Scene scene(Stage stage, int sessions) {
        return stage.scene(new HeldSessions(sessions, OPS));
    }

    @Override
    public void close() {
        open.forEach(Attempts::close);
        open.clear();
    }
}
