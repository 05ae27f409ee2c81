package moirai.studies.refutation;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.studies.refutation.programs.RandomProgram;
import moirai.studies.refutation.programs.TestedLevel;

/**
 * An execution that the database showed and that no serial order of its calls explains.
 *
 * @param order the order of steps that was asked for
 */
record Refutation(TestedLevel level, Rows rows, List<Call> calls, List<Integer> order, Execution execution) {

    Refutation {
        calls = List.copyOf(calls);
        order = List.copyOf(order);
    }

    /** Returns the execution for people, as a comment of Java. */
    String text(RandomProgram program) {
        String all = "At " + level.title() + " PostgreSQL showed what no serial order does:\n" + rows.sql() + "\n"
                + IntStream.range(0, calls.size())
                        .mapToObj(i -> "T" + i + " = " + calls.get(i).text(program) + "\n")
                        .collect(Collectors.joining())
                + execution.order().stream().map(step -> "  " + step + "\n").collect(Collectors.joining())
                + IntStream.range(0, calls.size())
                        .mapToObj(i ->
                                "T" + i + " saw " + execution.ended().get(i).seen() + " "
                                        + execution.ended().get(i).failure() + "\n")
                        .collect(Collectors.joining())
                + "left: " + execution.left() + "\n";
        return all.lines().map(line -> "// " + line + "\n").collect(Collectors.joining());
    }
}
