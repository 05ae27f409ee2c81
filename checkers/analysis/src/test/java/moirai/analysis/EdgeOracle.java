package moirai.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import moirai.analysis.explanation.EdgeEvidence;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.Explanation;
import moirai.analysis.explanation.ExplanationText;
import moirai.analysis.explanation.ProvenEdge;
import moirai.analysis.listappend.oracle.CycleOracle;
import moirai.history.DataModel;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.Op;

/**
 * Checks by the recorded ops alone what a cycle on lists, registers or sets has to show: its name, and each of its
 * edges.
 */
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
        Explanation explanation = explainer.explain(cycle);
        var text = new ExplanationText(explanation);
        for (int i = 0; i < txns.size(); i++) {
            ProvenEdge edge = explanation.edges().get(i);
            assertThat(edge)
                    .returns(txns.get(i), ProvenEdge::from)
                    .returns(txns.get((i + 1) % txns.size()), ProvenEdge::to)
                    .returns(cycle.dependencies().get(i), ProvenEdge::dependency);
            requireProof(edge);
            assertThat(text.text()).contains(": a contradiction!\n", text.because(edge));
            assertThat(text.because(edge)).contains("T" + edge.from(), "T" + edge.to());
            edge.ops()
                    .ifPresent(ops -> assertThat(text.because(edge))
                            .contains("key " + history.keyLabel(history.key(ops.toOp())), label(edge, ops)));
        }
    }

    /** The evidence is of these transactions, and shows the edge by itself. */
    private void requireProof(ProvenEdge edge) {
        boolean isProven = switch (edge.evidence()) {
            case EdgeEvidence.InSession(int session) ->
                edge.dependency() == Dependency.PROCESS
                        && history.session(edge.from()) == session
                        && history.session(edge.to()) == session
                        && edge.from() < edge.to();
            case EdgeEvidence.InRealtime(long end, long gap) ->
                edge.dependency() == Dependency.REALTIME
                        && history.endNanos(edge.from()) == end
                        && history.startNanos(edge.to()) == end + gap
                        && gap > 0;
            case EdgeEvidence.OfOps shown ->
                isOf(edge.from(), shown.ops().fromOp())
                        && isOf(edge.to(), shown.ops().toOp())
                        && shows(
                                history.op(shown.ops().fromOp()),
                                history.op(shown.ops().toOp()),
                                edge);
        };
        assertThat(isProven).as("%s", edge).isTrue();
    }

    private boolean isOf(int txn, int op) {
        return history.firstOp(txn) <= op && op < history.endOp(txn);
    }

    /** Returns what the op that wrote wrote, as reports call it. */
    private String label(ProvenEdge edge, OpPair ops) {
        int write = edge.dependency() == Dependency.WRITE_READ ? ops.fromOp() : ops.toOp();
        return history.valueLabel(
                history.dataModel() == DataModel.REGISTER ? history.value(write) : history.element(write));
    }

    /**
     * Requires the name of a cycle. A cycle on registers is of the class of the rules that it rests on, and may look
     * graver.
     */
    private void requireName(Anomaly.Cycle cycle) {
        String name = CycleOracle.name(cycle.dependencies());
        String called = cycle.phenomenon().label();
        if (history.dataModel() != DataModel.REGISTER) {
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

    private static boolean shows(Op from, Op to, ProvenEdge edge) {
        return switch (edge.dependency()) {
            case WRITE_WRITE -> from.key() == to.key() && isWrite(from) && isWrite(to);
            case WRITE_READ -> saw(to, from);
            case READ_WRITE -> from.key() == to.key() && isWrite(to) && !isWrite(from) && !saw(from, to);
            case PREDICATE_READ_WRITE ->
                from instanceof Op.Scan scan
                        && to instanceof Op.Append
                        && scan.key() <= to.key()
                        && to.key() <= scan.to();
            case PROCESS, REALTIME, READ_READ -> false;
        };
    }

    private static boolean isWrite(Op op) {
        return op instanceof Op.Append || op instanceof Op.Write || op instanceof Op.Add;
    }

    private static boolean saw(Op read, Op write) {
        return write.key() == read.key()
                && switch (read) {
                    case Op.ReadValue(long key, long value) -> write instanceof Op.Write made && made.value() == value;
                    case Op.ReadSet(long key, Elements seen) ->
                        write instanceof Op.Add add && contains(seen, add.element());
                    case Op.Read(long key, Elements seen) ->
                        write instanceof Op.Append made && contains(seen, made.element());
                    default -> false;
                };
    }

    private static boolean contains(Elements elements, int element) {
        return elements.isKnown() && IntStream.range(0, elements.count()).anyMatch(i -> elements.at(i) == element);
    }
}
