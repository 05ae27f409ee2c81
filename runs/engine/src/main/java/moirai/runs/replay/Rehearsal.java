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

/**
 * The attempts at one schedule, on tables of their own and, where a database needs that, on a new database for each
 * attempt.
 */
final class Rehearsal implements AutoCloseable {

    /**
     * The rule that counts each op on a list as one statement, or as one with its fallback if the row does not exist
     * yet.
     */
    private static final StepRule OPS = (sql, before) ->
            sql.contains(TableSql.PREFIX) && !before.startsWith("SAVEPOINT") && !before.startsWith("ROLLBACK TO");

    private final HistoryCase found;
    private final Script script;
    private final Stage stage;
    private final Placement place;
    private final RunHeader header;
    /** The current attempts: at most one element, present since the first attempt. */
    private final List<Attempts> open = new ArrayList<>();

    Rehearsal(HistoryCase found, Script script, Stage stage, Placement place, RunHeader header) {
        this.found = found;
        this.script = script;
        this.stage = stage;
        this.place = place;
        this.header = header;
    }

    /** Makes one more attempt. */
    Attempt next(Schedule schedule, int rounds) throws InterruptedException {
        if (stage.isOfOneAttempt() || open.stream().anyMatch(Attempts::isUsedUp)) {
            close();
        }
        if (open.isEmpty()) {
            open.add(new Attempts(found, script, scene(stage, script.sessionCount()), place, header));
        }
        return open.getFirst().next(schedule, rounds);
    }

    /**
     * Returns the order to record: that of an exact attempt if it showed the claim, otherwise the one recorded before.
     */
    StatementOrder order(Candidate candidate, Attempt attempt, StatementOrder before) {
        boolean isExact = candidate.control() == Control.EXACT && attempt.sight() == Sight.SHOWN;
        return isExact ? script.order(attempt.turns().order()) : before;
    }

    /** Returns sessions whose ops can be held. */
    static Stage.Scene scene(Stage stage, int sessions) {
        return stage.scene(new HeldSessions(sessions, OPS));
    }

    @Override
    public void close() {
        open.forEach(Attempts::close);
        open.clear();
    }
}
