package moirai.programs.explored;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;

/**
 * A program of sessions that call the transactions of an application.
 *
 * @param application one of {@link Applications#names}
 * @param rows the initial rows of its tables
 * @param sessions the calls of each session, in order; the application knows all of them
 */
public record ClientProgram(String application, List<Call> rows, List<List<Call>> sessions) {

    /** All calls are known to the application. */
    public ClientProgram {
        rows = List.copyOf(rows);
        sessions = sessions.stream().map(List::copyOf).toList();
    }

    /** Returns a program that can be explored; its transactions are named as in {@link #text}. */
    public Program program() {
        Application known = Applications.application(application);
        Map<Object, Object> initial = new HashMap<>();
        known.tables().forEach(table -> table.create(initial));
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

    /** Returns a program that also asserts the application's invariants after all sessions. */
    public Program withInvariants() {
        Program program = program();
        for (ProgramTxn invariant : Applications.application(application).invariants(rows, sessions)) {
            program = program.afterwards(invariant.name(), invariant.body());
        }
        return program;
    }

    /** Returns the text that {@link Applications#parse} reads. */
    public String text() {
        var text = new StringBuilder("application " + application + "\n");
        rows.forEach(row -> text.append("rows ").append(row).append('\n'));
        for (List<Call> session : sessions) {
            text.append("session ")
                    .append(session.stream().map(Call::toString).collect(Collectors.joining("; ")))
                    .append('\n');
        }
        return text.toString();
    }
}
