package moirai.mockstore.sql.conformance;

import java.util.ArrayList;
import java.util.List;

/**
 * A program of sessions, each of which executes a transaction.
 *
 * @param tables the statements that create the tables and their rows
 * @param sessions the statements of each session, without BEGIN and COMMIT
 * @param reads the query for the final rows
 */
record Interleaved(String name, List<String> tables, List<List<String>> sessions, String reads) {

    Interleaved {
        tables = List.copyOf(tables);
        sessions = sessions.stream().map(List::copyOf).toList();
    }

    /** Creates a program from texts in which semicolons separate statements. */
    static Interleaved of(String name, String tables, String reads, String... sessions) {
        return new Interleaved(
                name,
                split(tables),
                List.of(sessions).stream().map(Interleaved::split).toList(),
                reads);
    }

    private static List<String> split(String script) {
        return List.of(script.split("; "));
    }

    /** The steps of a session: its statements and the commit. */
    List<String> steps(int session) {
        var steps = new ArrayList<>(sessions.get(session));
        steps.add("COMMIT");
        return steps;
    }

    /** All orders of the steps, each as the numbers of the sessions. */
    List<List<Integer>> schedules() {
        var found = new ArrayList<List<Integer>>();
        extend(new ArrayList<>(), new int[sessions.size()], found);
        return found;
    }

    private void extend(List<Integer> prefix, int[] taken, List<List<Integer>> found) {
        boolean isDone = true;
        for (int session = 0; session < taken.length; session++) {
            if (taken[session] <= sessions.get(session).size()) {
                isDone = false;
                taken[session]++;
                prefix.add(session);
                extend(prefix, taken, found);
                prefix.removeLast();
                taken[session]--;
            }
        }
        if (isDone) {
            found.add(List.copyOf(prefix));
        }
    }
}
