package moirai.studies.refutation;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.studies.refutation.programs.Dice;
import moirai.studies.refutation.programs.RandomProgram;
import moirai.studies.refutation.programs.TestedLevel;

/** Looks for an execution of a program that is not serializable. */
final class Refuter {

    private static final int ORDERS_MAX = 12;

    /** So many rows and calls are drawn for each try, until some have an effect. */
    private static final int DRAWS_EACH = 3;

    private final Arena arena;
    private final RandomProgram program;
    private final Class<?> code;
    private final TestedLevel level;
    private final Dice dice;
    private int executions;

    Refuter(Arena arena, RandomProgram program, Class<?> code, TestedLevel level, Dice dice) {
        this.arena = arena;
        this.program = program;
        this.code = code;
        this.level = level;
        this.dice = dice;
    }

    /** Returns how many executions of calls at once were compared with serial ones. */
    int executions() {
        return executions;
    }

    /** Looks for it with so many rows and calls that have an effect; with three calls at once now and then if asked. */
    Optional<Refutation> search(int tries, boolean withThree) throws SQLException {
        arena.enter(program, level);
        List<Integer> numbers = program.numbers();
        List<String> texts = program.texts();
        int ran = 0;
        for (int i = 0; i < DRAWS_EACH * tries && ran < tries; i++) {
            int before = executions;
            Rows rows = Rows.random(dice, numbers);
            int count = withThree && i % 4 == 3 ? Arena.SESSIONS : 2;
            List<Call> calls = calls(count, numbers, texts);
            if (arena.accepts(rows)) {
                Optional<Refutation> found = search(rows, calls);
                if (found.isPresent()) {
                    return found;
                }
            }
            ran += executions > before ? 1 : 0;
        }
        return Optional.empty();
    }

    private List<Call> calls(int count, List<Integer> numbers, List<String> texts) {
        var calls = new ArrayList<Call>();
        int id = dice.chance(88) ? 1 + dice.below(2) : Rows.number(dice, numbers);
        int other = 1 + dice.below(3);
        int amount = Rows.number(dice, numbers);
        String text = text(texts);
        for (int i = 0; i < count; i++) {
            int shape = i == 0 ? 0 : dice.below(100);
            calls.add(new Call(
                    dice.below(program.txns().size()),
                    shape < 60 ? id : shape < 90 ? other : dice.below(3),
                    shape < 60 ? other : shape < 90 ? id : 1 + dice.below(3),
                    dice.chance(40) ? amount : Rows.number(dice, numbers),
                    dice.chance(70) ? text : text(texts)));
        }
        return calls;
    }

    private String text(List<String> texts) {
        return !texts.isEmpty() && dice.chance(40)
                ? dice.pick(texts)
                : dice.pick("a", "a", "A", " a", "b", "m1", "m", "1", "01", "-1", "7", "");
    }

    private Optional<Refutation> search(Rows rows, List<Call> calls) throws SQLException {
        var serial = new Serial(rows, calls);
        Execution first = serial.of(IntStream.range(0, calls.size()).boxed().toList());
        boolean isIdle = first.ended().stream().noneMatch(Ended::hasEffect) || !first.isWhole();
        if (isIdle || serial.changesNothing()) {
            return Optional.empty();
        }
        List<Integer> steps = first.ended().stream().map(Ended::steps).toList();
        for (List<Integer> order : Orders.interleaved(steps, ORDERS_MAX, dice)) {
            Optional<Refutation> found = tried(rows, calls, order, serial);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Runs calls in an order of steps once, and returns the execution if it is not serializable. */
    Optional<Refutation> again(Rows rows, List<Call> calls, List<Integer> order) throws SQLException {
        arena.enter(program, level);
        return arena.accepts(rows) ? tried(rows, calls, order, new Serial(rows, calls)) : Optional.empty();
    }

    private Optional<Refutation> tried(Rows rows, List<Call> calls, List<Integer> order, Serial serial)
            throws SQLException {
        Execution execution = arena.together(program, code, rows, calls, order);
        if (!execution.isWhole()) {
            return Optional.empty();
        }
        executions++;
        return serial.explains(execution)
                ? Optional.empty()
                : Optional.of(new Refutation(level, rows, calls, order, execution));
    }

    /** The serial executions of some calls, each of which is run when it is asked for. */
    private final class Serial {

        private final Rows rows;
        private final List<Call> calls;
        private final Map<List<Integer>, Execution> known = new HashMap<>();

        Serial(Rows rows, List<Call> calls) {
            this.rows = rows;
            this.calls = calls;
        }

        Execution of(List<Integer> order) throws SQLException {
            Execution execution = known.get(order);
            if (execution == null) {
                execution = arena.serially(
                        program, code, rows, order.stream().map(calls::get).toList());
                known.put(order, execution);
            }
            return execution;
        }

        /** Decides whether no order of all calls changes a row: then nothing can go wrong. */
        boolean changesNothing() throws SQLException {
            String before = of(List.of()).left();
            for (int i = 0; i < calls.size(); i++) {
                if (!of(List.of(i)).left().equals(before)) {
                    return false;
                }
            }
            return true;
        }

        /** Decides whether a serial order of all that was committed, and of some that was not, is like this. */
        boolean explains(Execution execution) throws SQLException {
            for (List<Integer> order : Orders.serial(calls.size())) {
                if (isOrderOfCommitted(order, execution) && isLike(order, execution)) {
                    return true;
                }
            }
            return false;
        }

        private boolean isOrderOfCommitted(List<Integer> order, Execution execution) {
            return IntStream.range(0, calls.size())
                    .allMatch(
                            i -> order.contains(i) || !execution.ended().get(i).isCommitted());
        }

        private boolean isLike(List<Integer> order, Execution execution) throws SQLException {
            Execution serial = of(order);
            if (!serial.isWhole()) {
                return true;
            }
            for (int place = 0; place < order.size(); place++) {
                Ended seen = execution.ended().get(order.get(place));
                boolean isSame = seen.seen().equals(serial.ended().get(place).seen());
                if (seen.isCommitted() && !isSame) {
                    return false;
                }
            }
            return serial.left().equals(execution.left());
        }
    }
}
