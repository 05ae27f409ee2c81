package moirai.mockstore.sql.conformance;

import java.util.ArrayList;
import java.util.List;

/** The sessions of a database, whose statements run one after the other unless they wait for each other. */
interface Sessions extends AutoCloseable {

    /** Makes the tables and rows of a program those that its transactions begin with. */
    void prepare(Interleaved program);

    /** Starts a statement of a session that is not busy, and returns when it has ended or waits for another session. */
    void start(int session, String sql);

    /** Returns whether the session's statement has not ended. */
    boolean isBusy(int session);

    /** Returns the answers to a session's statements so far. */
    List<Reply> replies(int session);

    @Override
    void close();

    /**
     * Plays a program. A session whose turn it is while its statement waits loses the turn, and takes its last steps at
     * the end.
     *
     * @return what happened, as text: the sessions that waited, the answers, and the final rows
     */
    default String play(Interleaved program, List<Integer> schedule) {
        prepare(program);
        var next = new int[program.sessions().size()];
        var text = new StringBuilder();
        var turns = new ArrayList<>(schedule);
        for (int session = 0; session < next.length; session++) {
            start(session, "BEGIN");
        }
        for (int at = 0; at < turns.size(); at++) {
            int session = turns.get(at);
            if (isBusy(session)) {
                turns.add(session);
                continue;
            }
            start(session, program.steps(session).get(next[session]++));
            text.append(session).append(isBusy(session) ? "w " : " ");
        }
        for (int session = 0; session < next.length; session++) {
            text.append("\n  ").append(session).append(": ");
            List<Reply> replies = replies(session);
            replies.subList(1, replies.size())
                    .forEach(reply -> text.append(brief(reply)).append(", "));
        }
        start(0, program.reads());
        return text.append("\n  ").append(brief(replies(0).getLast())).toString();
    }

    private static String brief(Reply reply) {
        return switch (reply) {
            case Reply.Rows rows -> rows.rows().toString();
            case Reply.Count count -> String.valueOf(count.count());
            case Reply.Failure failure -> failure.sqlState();
        };
    }
}
