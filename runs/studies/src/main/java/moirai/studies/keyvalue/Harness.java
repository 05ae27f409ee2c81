package moirai.studies.keyvalue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import moirai.history.Seed;

/**
 * A test of a program: the clients, and the calls of each client in order.
 *
 * @param program whose initial state is loaded first; every transaction sees all of it
 * @param prologue the calls of a further client before all others begin; unlike the initial state, they may be missed
 * @param sessions the operations of each client
 */
public record Harness(KeyValueProgram program, List<Operation> prologue, List<List<Operation>> sessions) {

    public Harness {
        prologue = List.copyOf(prologue);
        sessions = sessions.stream().map(List::copyOf).toList();
    }

    /** Creates a harness without a prologue. */
    public Harness(KeyValueProgram program, List<List<Operation>> sessions) {
        this(program, List.of(), sessions);
    }

    /** Returns a harness with random operations of the program, in this number of sessions of equal length. */
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

    /** Returns the requests in one line, with {@code |} between sessions and {@code ||} after the prologue. */
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
