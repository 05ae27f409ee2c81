package moirai.programs.explored;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;

/**
 * Sessions that call the transactions of an application.
 *
 * @param application one of {@link Applications#names}
 * @param rows that its tables have at first
 * @param sessions what each calls, in order
 */
public record ClientProgram(String application, List<Call> rows, List<List<Call>> sessions) {

    /** All calls are known to the application. */
    public ClientProgram {
        rows = List.copyOf(rows);
        sessions = sessions.stream().map(List::copyOf).toList();
    }

    /** As a program that can be explored; its transactions are named as in {@link #text}. */
    public Program program() {
        Application known = Applications.application(application);
        Map<Object, Object> initial = new HashMap<>();
        known.create(initial);
        rows.forEach(row -> known.add(initial, row));
        Program program = Program.startingWith(initial);
        for (int session = 0; session < sessions.size(); session++) {
            var txns = new ArrayList<ProgramTxn>();
            for (Call call : sessions.get(session)) {
                String mark = "s" + session + "." + txns.size();
                txns.add(new ProgramTxn(call.toString(), known.body(call, mark)));
            }
            program = program.session(txns.toArray(ProgramTxn[]::new));
        }
        return program;
    }

    /** Returns a program that also asserts, after all sessions, what the application's clients rely on. */
    public Program withInvariants() {
        Program program = program();
        for (ProgramTxn invariant : Applications.application(application).invariants(rows, sessions)) {
            program = program.afterwards(invariant.name(), invariant.body());
        }
        return program;
    }

    /** Returns the names of the transactions that assert what clients rely on. */
    public List<String> invariants() {
        return Applications.application(application).invariants(rows, sessions).stream()
                .map(ProgramTxn::name)
                .toList();
    }

    /** Returns the program with its first sessions only. */
    public ClientProgram sessions(int count) {
        return new ClientProgram(application, rows, sessions.subList(0, count));
    }

    /** Returns the program with the first transactions of each session only. */
    public ClientProgram txns(int count) {
        return new ClientProgram(
                application,
                rows,
                sessions.stream().map(session -> session.subList(0, count)).toList());
    }

    /** Returns the text that {@link Applications#parse} reads. */
    public String text() {
        return ClientFormat.text(this);
    }
}
