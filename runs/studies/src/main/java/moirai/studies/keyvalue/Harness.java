package moirai.studies.keyvalue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import moirai.history.Seed;

/**
 * A test of a program: clients, and what each of them calls, in this order.
 *
 * @param program whose initial state is loaded first; every transaction sees all of it
 * @param prologue what another client has called before all others begin; unlike the initial state, it may be missed
 * @param sessions the operations of each client
 */
public record Harness(KeyValueProgram program, List<Operation> prologue, List<List<Operation>> sessions) {

    public Harness {
        prologue = List.copyOf(prologue);
        sessions = sessions.stream().map(List::copyOf).toList();
    }

    /** Nothing comes between the initial state and the clients. */
    public Harness(KeyValueProgram program, List<List<Operation>> sessions) {
        this(program, List.of(), sessions);
    }

    /** Operations drawn by the program: so many sessions, each with so many. */
    public static Harness random(KeyValueProgram program, int sessionCount, int operationCount, Seed seed) {
        SplittableRandom random = seed.generator();
        var sessions = new ArrayList<List<Operation>>();
        for (int session = 0; session < sessionCount; session++) {
            var operations = new ArrayList<Operation>();
            for (int position = 0; position < operationCount; position++) {
                operations.add(program.draw(session, position, random));
            }
            sessions.add(operations);
        }
        return new Harness(program, sessions);
    }

    /** One line: the requests of each session, {@code |} between sessions, {@code ||} after the prologue. */
    @Override
    public String toString() {
        String before = prologue.isEmpty() ? "" : requests(prologue) + " || ";
        return sessions.stream().map(Harness::requests).collect(Collectors.joining(" | ", before, ""));
    }

    private static String requests(List<Operation> operations) {
        return operations.stream()
                .map(operation -> operation.request().toString())
                .collect(Collectors.joining(", "));
    }
}
