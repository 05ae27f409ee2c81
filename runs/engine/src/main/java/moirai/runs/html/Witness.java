package moirai.runs.html;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.analysis.OpPair;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.LostWrite;
import moirai.analysis.durability.WriteKind;
import moirai.analysis.durability.WrongSum;
import moirai.analysis.explanation.Explanation;
import moirai.analysis.explanation.ExplanationText;
import moirai.analysis.explanation.ProvenEdge;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.runs.html.windows.Window;
import moirai.runs.report.LossText;
import moirai.runs.report.Numbers;
import moirai.runs.report.StatementTable;
import moirai.runs.summary.OutcomeKind;

/**
 * An instance of an anomaly as the page shows it: its transactions, the edges between them, the proof.
 *
 * @param folder the folder of its files in the run's directory, or empty
 * @param txns in the order of the cycle
 * @param span the time during which the anomaly came about
 * @param onlyKey the label of the key to which long transactions are shortened, such as final reads of everything;
 *    empty if they are shown as they are
 */
record Witness(String folder, List<Integer> txns, List<Arrow> edges, List<String> proof, Span span, String onlyKey) {

    /** The maximal length of a text in a picture; the file beside the page has all of it. */
    private static final int TEXT_MAX = 700;

    /** The maximal number of transactions that are drawn; the proof lists all of them. */
    static final int DRAWN_MAX = 24;

    private static final int NODE_CHARACTERS_MAX = 42;
    private static final int NODE_OPS_MAX = 14;
    private static final double CHARACTER_WIDTH = 7.3;
    private static final double LINE_HEIGHT = 18;

    /** A closed interval, in nanoseconds since the run began. */
    record Span(long firstNanos, long lastNanos) {

        /** Returns the interval from the first begin to the last end of these transactions. */
        static Span of(List<Integer> txns, History history) {
            return new Span(
                    txns.stream().mapToLong(history::startNanos).min().orElse(0),
                    txns.stream().mapToLong(history::endNanos).max().orElse(0));
        }
    }

    /**
     * An edge with its reason.
     *
     * @param because why the first transaction precedes the second, in a clause
     */
    record Arrow(ProvenEdge edge, String because) {}

    Witness {
        txns = List.copyOf(txns);
        edges = List.copyOf(edges);
        proof = List.copyOf(proof);
    }

    /** Returns the witness for an explanation of an anomaly. */
    static Witness of(Explanation explanation, String folder) {
        var words = new ExplanationText(explanation);
        List<Integer> txns = explanation.anomaly().txns();
        return new Witness(
                folder,
                txns,
                explanation.edges().stream()
                        .map(edge -> new Arrow(edge, words.because(edge)))
                        .toList(),
                words.sentences().stream().map(Witness::clipped).toList(),
                Span.of(txns, explanation.history()),
                "");
    }

    /**
     * Returns the witness for a write that was acknowledged and is lost, with a final read that does not show it.
     *
     * @param finalReader a transaction that read its key when all faults were over; negative if none is known
     */
    static Witness of(LostWrite lost, int finalReader, Durability durability, History history) {
        String value = history.valueLabel(lost.value());
        WriteKind kind = durability.kind();
        long lastNanos = lost.acknowledgedNanos();
        String blamed = ", without any fault";
        if (lost.fault() != LostWrite.NONE) {
            FaultEvent fault = durability.faults().get(lost.fault());
            blamed = ", and the fault to which that points is " + fault.fault() + " " + fault.target();
            lastNanos = Math.max(lastNanos, fault.nanos());
        }
        List<Integer> txns = Stream.of(lost.clues().writer(), lost.txn(), finalReader)
                .filter(txn -> txn >= 0)
                .toList();
        return new Witness(
                "",
                txns,
                List.of(),
                List.of(
                        "T" + lost.txn() + " " + LossText.did(kind, value) + " " + LossText.place(kind) + " "
                                + lost.key() + ", and the database acknowledged its commit.",
                        "However, when all faults were over every node was read, and "
                                + (kind == WriteKind.WRITE
                                        ? LossText.shown(lost, finalReader)
                                        : "no answer" + (finalReader < 0 ? "" : ", such as T" + finalReader + "'s,")
                                                + " has " + value + " in " + LossText.place(kind) + " " + lost.key())
                                + ": it is lost" + blamed + "."),
                new Span(history.startNanos(lost.txn()), lastNanos),
                lost.key());
    }

    /** Returns the witness for a counter or account whose final reads contradict what was acknowledged. */
    static Witness of(WrongSum sum, int finalReader, Durability durability, History history) {
        return new Witness(
                "",
                List.of(finalReader),
                List.of(),
                List.of(
                        "When all faults were over every node was read: " + LossText.sum(sum, durability.kind()) + ".",
                        "So at least "
                                + Numbers.counted(
                                        sum.lost(),
                                        "acknowledged " + durability.kind().noun())
                                + " of it must be missing; which ones, a sum does not say."),
                Span.of(List.of(finalReader), history),
                String.valueOf(sum.key()));
    }

    /** Returns the same witness with one more sentence in the proof. */
    Witness proving(String sentence) {
        return new Witness(
                folder,
                txns,
                edges,
                Stream.concat(proof.stream(), Stream.of(sentence)).toList(),
                span,
                onlyKey);
    }

    /** Returns transactions, edges, table and both layouts, as data. */
    Map<String, Object> data(History history, List<Links.Link> links) {
        var data = new LinkedHashMap<String, Object>();
        List<Integer> drawn = txns.stream().limit(DRAWN_MAX).toList();
        data.put(
                "txns",
                drawn.stream().map(txn -> transaction(history, txn, onlyKey)).toList());
        data.put("count", txns.size());
        data.put("edges", edges.stream().map(arrow -> edge(history, arrow)).toList());
        data.put("proof", proof);
        List<Integer> byTime = drawn.stream()
                .sorted(Comparator.<Integer>comparingLong(history::startNanos).thenComparing(txn -> txn))
                .toList();
        data.put("columns", byTime);
        data.put(
                "table",
                lines(history, byTime).stream()
                        .map(line -> List.of(line.column(), clipped(line.text())))
                        .toList());
        var sizes = drawn.stream().map(txn -> size(history, txn)).toList();
        var arrows = edges.stream()
                .map(Arrow::edge)
                .filter(step -> drawn.contains(step.from()) && drawn.contains(step.to()))
                .map(step -> new CycleLayout.Edge(drawn.indexOf(step.from()), drawn.indexOf(step.to())))
                .toList();
        data.put("wide", CycleLayout.wide(sizes, arrows));
        data.put("tall", CycleLayout.tall(sizes, arrows));
        data.put("links", links);
        return data;
    }

    /** Returns the lines of the table without the ops that are left out of long transactions. */
    private List<StatementTable.Line> lines(History history, List<Integer> byTime) {
        var lines = new ArrayList<>(StatementTable.lines(history, byTime));
        for (int column = 0; column < byTime.size(); column++) {
            int txn = byTime.get(column);
            IntSet shown = new IntOpenHashSet(shown(history, txn, onlyKey));
            for (int op = history.firstOp(txn); !onlyKey.isEmpty() && op < history.endOp(txn); op++) {
                if (!shown.contains(op)) {
                    lines.remove(new StatementTable.Line(column, StatementTable.statement(history.op(op), history)));
                }
            }
        }
        return lines;
    }

    /**
     * Returns the ops of a transaction that are shown: all, or for a long transaction those on the key, if a key is
     * named.
     */
    private static IntList shown(History history, int txn, String onlyKey) {
        boolean isShortened = !onlyKey.isEmpty() && history.endOp(txn) - history.firstOp(txn) > NODE_OPS_MAX;
        var shown = new IntArrayList();
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (!isShortened || history.keyLabel(history.key(op)).equals(onlyKey)) {
                shown.add(op);
            }
        }
        return shown;
    }

    private static Map<String, Object> transaction(History history, int txn, String onlyKey) {
        var data = new LinkedHashMap<String, Object>();
        data.put("id", txn);
        data.put("session", history.session(txn));
        data.put("outcome", OutcomeKind.of(history.outcome(txn)).label());
        data.put("ending", StatementTable.ending(history.outcome(txn)));
        data.put("start", history.startNanos(txn));
        data.put("end", history.endNanos(txn));
        var ops = new ArrayList<String>();
        IntList shown = shown(history, txn, onlyKey);
        for (int i = 0; i < Math.min(NODE_OPS_MAX, shown.size()); i++) {
            ops.add(clipped(StatementTable.statement(history.op(shown.getInt(i)), history)));
        }
        data.put("ops", ops);
        data.put("more", history.endOp(txn) - history.firstOp(txn) - ops.size());
        return data;
    }

    private CycleLayout.Size size(History history, int txn) {
        IntList shown = shown(history, txn, onlyKey);
        int opCount = history.endOp(txn) - history.firstOp(txn);
        int lines = Math.min(NODE_OPS_MAX, shown.size());
        lines += lines < opCount ? 1 : 0;
        int longest = 26;
        for (int i = 0; i < Math.min(NODE_OPS_MAX, shown.size()); i++) {
            longest = Math.max(
                    longest,
                    StatementTable.statement(history.op(shown.getInt(i)), history)
                                    .length()
                            + 5);
        }
        return new CycleLayout.Size(
                Math.min(NODE_CHARACTERS_MAX, longest) * CHARACTER_WIDTH + 20, (lines + 2) * LINE_HEIGHT + 14);
    }

    private static Map<String, Object> edge(History history, Arrow arrow) {
        ProvenEdge edge = arrow.edge();
        Optional<OpPair> ops = edge.ops();
        var data = new LinkedHashMap<String, Object>();
        data.put("from", edge.from());
        data.put("to", edge.to());
        data.put("type", edge.dependency().label());
        data.put(
                "fromOp",
                ops.map(shown -> shown.fromOp() - history.firstOp(edge.from())).orElse(-1));
        data.put(
                "toOp",
                ops.map(shown -> shown.toOp() - history.firstOp(edge.to())).orElse(-1));
        data.put(
                "key",
                ops.map(shown -> clipped(history.keyLabel(history.key(shown.toOp()))))
                        .orElse(""));
        data.put("because", clipped(arrow.because()));
        return data;
    }

    /** Returns the text, shortened to its beginning if it is too long. */
    static String clipped(String text) {
        return text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX) + " …";
    }

    /**
     * Returns the transactions around the witness as data: sessions, transactions, and the number of transactions that
     * had no room.
     */
    static Map<String, Object> data(Window window, History history, FaultBars faults) {
        var data = new LinkedHashMap<String, Object>();
        data.put("from", window.fromNanos());
        data.put("to", window.toNanos());
        data.put("left", window.left());
        data.put("faults", faults.data(window.fromNanos(), window.toNanos()));
        var around = new ArrayList<Map<String, Object>>();
        for (int txn : window.txns()) {
            around.add(transaction(history, txn, ""));
        }
        data.put("txns", around);
        return data;
    }
}
