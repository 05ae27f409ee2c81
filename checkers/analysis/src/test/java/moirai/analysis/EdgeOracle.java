package moirai.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.analysis.listappend.CycleOracle;
import moirai.analysis.listappend.Explainer;
import moirai.analysis.listappend.Step;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Op;

/** What a cycle on registers or sets has to show, by the recorded ops alone: its name, and each of its edges. */
public final class EdgeOracle {

    /** The gravest first. */
    private static final List<String> SHAPES = List.of("G0", "G1c", "G-single", "G-nonadjacent", "G2-item");

    private final History history;
    private final Explainer explainer;

    private EdgeOracle(History history) {
        this.history = history;
        this.explainer = new Explainer(history);
    }

    /** Fails unless each cycle is named for its edges, and each of those stands in the history. */
    public static void assertProven(History history, Findings findings) {
        var oracle = new EdgeOracle(history);
        for (Anomaly anomaly : findings.anomalies()) {
            if (anomaly instanceof Anomaly.Cycle cycle) {
                oracle.requireProof(cycle);
            }
        }
    }

    private void requireProof(Anomaly.Cycle cycle) {
        List<Integer> txns = cycle.txns();
        assertThat(txns).hasSizeGreaterThan(1).doesNotHaveDuplicates();
        requireName(cycle);
        List<Step> steps = explainer.steps(cycle);
        for (int i = 0; i < txns.size(); i++) {
            int to = txns.get((i + 1) % txns.size());
            assertThat(steps.get(i))
                    .returns(txns.get(i), Step::from)
                    .returns(to, Step::to)
                    .returns(cycle.dependencies().get(i), Step::dependency);
            assertThat(isShown(txns.get(i), to, cycle.dependencies().get(i)))
                    .as("%s from T%d to T%d in %s", cycle.dependencies().get(i), txns.get(i), to, cycle)
                    .isTrue();
            assertThat(explainer.text(cycle)).contains(steps.get(i).because());
        }
    }

    /** Of registers a cycle is of a class at least, which is that of the rules that it rests on: it may look graver. */
    private void requireName(Anomaly.Cycle cycle) {
        String name = CycleOracle.name(cycle.dependencies());
        String called = cycle.phenomenon().label();
        if (history.dataModel() == DataModel.SET) {
            assertThat(name).as("%s", cycle).isEqualTo(called);
        } else {
            assertThat(shape(name)).as("%s", cycle).isBetween(0, shape(called));
            assertThat(strength(name)).as("%s", cycle).isLessThanOrEqualTo(strength(called));
        }
    }

    private static int shape(String name) {
        return SHAPES.indexOf(name.replaceFirst("-(process|realtime)$", ""));
    }

    private static int strength(String name) {
        return name.endsWith("-realtime") ? 2 : name.endsWith("-process") ? 1 : 0;
    }

    private boolean isShown(int from, int to, Dependency dependency) {
        return switch (dependency) {
            case PROCESS -> history.session(from) == history.session(to) && from < to;
            case REALTIME -> history.endNanos(from) < history.startNanos(to);
            case WRITE_WRITE -> history.dataModel() == DataModel.REGISTER && written(from, to);
            case WRITE_READ ->
                ops(from).stream().anyMatch(write -> ops(to).stream().anyMatch(read -> saw(read, write)));
            case READ_WRITE ->
                ops(to).stream().anyMatch(write -> ops(from).stream().anyMatch(read -> missed(read, write)));
            case PREDICATE_READ_WRITE, READ_READ -> false;
        };
    }

    private List<Op> ops(int txn) {
        return history.txn(txn).ops();
    }

    private boolean written(int from, int to) {
        Set<Long> keys = keysWritten(from);
        keys.retainAll(keysWritten(to));
        return !keys.isEmpty();
    }

    private Set<Long> keysWritten(int txn) {
        return ops(txn).stream()
                .filter(Op.Write.class::isInstance)
                .map(Op::key)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private static boolean saw(Op read, Op write) {
        return write.key() == read.key()
                && switch (read) {
                    case Op.ReadValue(long key, long value) -> write instanceof Op.Write made && made.value() == value;
                    case Op.ReadSet set -> write instanceof Op.Add add && contains(set, add.element());
                    default -> false;
                };
    }

    /** Of a register, that it read another value, or none. */
    private static boolean missed(Op read, Op write) {
        return write.key() == read.key()
                && switch (read) {
                    case Op.ReadValue(long key, long value) -> write instanceof Op.Write made && made.value() != value;
                    case Op.ReadInitial initial -> write instanceof Op.Write;
                    case Op.ReadSet set ->
                        write instanceof Op.Add add && set.elements().isKnown() && !contains(set, add.element());
                    default -> false;
                };
    }

    private static boolean contains(Op.ReadSet set, int element) {
        return set.elements().isKnown()
                && IntStream.range(0, set.elements().count())
                        .anyMatch(i -> set.elements().at(i) == element);
    }
}
