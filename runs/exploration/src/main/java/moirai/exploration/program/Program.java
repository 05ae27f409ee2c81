package moirai.exploration.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import moirai.exploration.search.Explorable;
import moirai.exploration.search.TxnRunner;

/**
 * A program whose sessions run transactions over keys and values concurrently.
 *
 * @param initial the initial values; other keys have none
 * @param sessions the transactions of each session, in order
 * @param afterwards transactions that begin after all sessions have ended and see all of them, at weaker levels too,
 *    where they read as causal consistency demands; their assertions are invariants of the final state
 */
public record Program(Map<Object, Object> initial, List<List<ProgramTxn>> sessions, List<ProgramTxn> afterwards)
        implements Explorable {

    public Program {
        initial = Map.copyOf(initial);
        sessions = sessions.stream().map(List::copyOf).toList();
        afterwards = List.copyOf(afterwards);
    }

    /** Returns a program without sessions. */
    public static Program startingWith(Map<?, ?> initial) {
        return new Program(Map.copyOf(initial), List.of(), List.of());
    }

    /** Returns the program with another session. */
    public Program session(ProgramTxn... transactions) {
        var more = new ArrayList<>(sessions);
        more.add(List.of(transactions));
        return new Program(initial, more, afterwards);
    }

    /** Returns the program with another transaction after all sessions. */
    public Program afterwards(String name, Body body) {
        var more = new ArrayList<>(afterwards);
        more.add(new ProgramTxn(name, body));
        return new Program(initial, sessions, more);
    }

    @Override
    public TxnRunner runner() {
        return new ProgramRunner(this);
    }

    @Override
    public List<List<String>> calls() {
        return sessions.stream()
                .map(session -> session.stream().map(ProgramTxn::name).toList())
                .toList();
    }

    @Override
    public Program without(int session, int call) {
        var fewer = new ArrayList<>(sessions);
        var rest = new ArrayList<>(sessions.get(session));
        rest.remove(call);
        fewer.set(session, rest);
        return new Program(initial, fewer, afterwards);
    }
}
