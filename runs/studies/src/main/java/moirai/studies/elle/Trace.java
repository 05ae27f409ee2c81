package moirai.studies.elle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import moirai.history.DataModel;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;

/**
 * A small history as Jepsen would record it. Unlike an exported history it shows the reads of transactions that did
 * not commit, and its clock may be too coarse to tell events apart, whose order is then that of their lines.
 *
 * @param txns whose times are the ranks of their events
 * @param tick how many consecutive events the clock gives the same time
 */
record Trace(DataModel data, List<Txn> txns, int tick) {

    /** The distance between the process numbers of one session, which gets a new one after an unknown outcome. */
    private static final int PROCESSES_APART = 1_000;

    Trace {
        txns = ranked(txns);
    }

    /** The begin or the end of a transaction. */
    private record Event(int txn, boolean isEnd, long nanos) {}

    private static List<Event> events(List<Txn> txns) {
        var events = new ArrayList<Event>();
        for (int txn = 0; txn < txns.size(); txn++) {
            events.add(new Event(txn, false, txns.get(txn).startNanos()));
            events.add(new Event(txn, true, txns.get(txn).endNanos()));
        }
        events.sort(Comparator.comparingLong(Event::nanos).thenComparing(Event::isEnd));
        return events;
    }

    /** Returns the transactions with the ranks of their events as times, in the order of their begins. */
    private static List<Txn> ranked(List<Txn> txns) {
        long[] begins = new long[txns.size()];
        var ranked = new ArrayList<Txn>();
        List<Event> events = events(txns);
        for (int rank = 0; rank < events.size(); rank++) {
            Event event = events.get(rank);
            Txn txn = txns.get(event.txn());
            if (event.isEnd()) {
                ranked.add(new Txn(txn.session(), txn.ops(), txn.outcome(), begins[event.txn()], rank));
            } else {
                begins[event.txn()] = rank;
            }
        }
        ranked.sort(Comparator.comparingLong(Txn::startNanos));
        return List.copyOf(ranked);
    }

    /** Returns the history with other transactions. */
    Trace with(List<Txn> others) {
        return new Trace(data, others, tick);
    }

    /** Returns whether some value is written to a key twice. */
    boolean repeatsValues() {
        Set<Op> written = new HashSet<>();
        return txns.stream().flatMap(txn -> txn.ops().stream()).anyMatch(op -> isWrite(op) && !written.add(op));
    }

    /** Reads whose meaning the two checkers may understand in different ways. */
    enum Reads {
        /**
         * The reads of transactions that did not commit, as far as anybody knows: no other transaction read anything
         * that they wrote.
         */
        OF_NO_PROVEN_COMMIT,
        /** The reads of transactions whose clients do not know that they committed. */
        OF_NO_ACKNOWLEDGED_COMMIT,
        /** The reads of a key that their transaction itself had written before. */
        BEHIND_OWN_WRITES
    }

    /** Returns the history without some of the reads. */
    Trace without(Reads reads) {
        var rest = new ArrayList<Txn>();
        for (Txn txn : txns) {
            var ops = new ArrayList<Op>();
            for (Op op : txn.ops()) {
                boolean isLeftOut = !isWrite(op)
                        && switch (reads) {
                            case OF_NO_PROVEN_COMMIT -> !isProven(txn);
                            case OF_NO_ACKNOWLEDGED_COMMIT -> !(txn.outcome() instanceof Outcome.Committed);
                            case BEHIND_OWN_WRITES ->
                                ops.stream().anyMatch(own -> isWrite(own) && own.key() == op.key());
                        };
                if (!isLeftOut) {
                    ops.add(op);
                }
            }
            if (!ops.isEmpty()) {
                rest.add(new Txn(txn.session(), ops, txn.outcome(), txn.startNanos(), txn.endNanos()));
            }
        }
        return with(rest);
    }

    private boolean isProven(Txn txn) {
        return switch (txn.outcome()) {
            case Outcome.Committed committed -> true;
            case Outcome.Aborted aborted -> false;
            case Outcome.Indeterminate indeterminate -> isReadByOthers(txn);
        };
    }

    private boolean isReadByOthers(Txn writer) {
        return writer.ops().stream()
                .filter(Trace::isWrite)
                .anyMatch(write -> txns.stream()
                        .filter(txn -> !txn.equals(writer))
                        .flatMap(txn -> txn.ops().stream())
                        .anyMatch(read -> shows(read, write)));
    }

    private static boolean shows(Op read, Op write) {
        return switch (write) {
            case Op.Append(long key, int element) ->
                read instanceof Op.Read(long of, var elements)
                        && of == key
                        && Arrays.stream(elements.toArray()).anyMatch(each -> each == element);
            case Op.Write(long key, long value) -> read.equals(new Op.ReadValue(key, value));
            default -> false;
        };
    }

    /** Returns whether the op changes its key. */
    static boolean isWrite(Op op) {
        return op instanceof Op.Append || op instanceof Op.Write;
    }

    /** Returns one operation a line, in the order in which they happened. */
    List<String> edn() {
        var lines = new ArrayList<String>();
        Map<Integer, Integer> lost = new HashMap<>();
        for (Event event : events(txns)) {
            Txn txn = txns.get(event.txn());
            int process = txn.session() + PROCESSES_APART * lost.getOrDefault(txn.session(), 0);
            if (event.isEnd() && txn.outcome().isIndeterminate()) {
                lost.merge(txn.session(), 1, Integer::sum);
            }
            lines.add(String.format(
                    Locale.ROOT,
                    "{:index %d, :time %d, :type :%s, :process %d, :f :txn, :value [%s]}",
                    lines.size(),
                    event.nanos() / tick * 10,
                    event.isEnd() ? type(txn.outcome()) : "invoke",
                    process,
                    String.join(
                            " ",
                            txn.ops().stream()
                                    .map(op -> text(op, event.isEnd()))
                                    .toList())));
        }
        return lines;
    }

    private static String type(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Committed committed -> "ok";
            case Outcome.Aborted aborted -> "fail";
            case Outcome.Indeterminate indeterminate -> "info";
        };
    }

    private static String text(Op op, boolean isAnswered) {
        return switch (op) {
            case Op.Append(long key, int element) -> "[:append " + key + " " + element + "]";
            case Op.Write(long key, long value) -> "[:w " + key + " " + value + "]";
            case Op.Read(long key, var elements) ->
                "[:r " + key + " " + (isAnswered && elements.isKnown() ? listed(elements.toArray()) : "nil") + "]";
            case Op.ReadValue(long key, long value) -> "[:r " + key + " " + (isAnswered ? value : "nil") + "]";
            case Op.ReadInitial(long key) -> "[:r " + key + " nil]";
            case Op.Scan scan -> throw new IllegalArgumentException(scan + " is no op of these histories");
            case Op.OnSet set -> throw new IllegalArgumentException(set + " is no op of these histories");
            case Op.OnCounter counter -> throw new IllegalArgumentException(counter + " is no op of these histories");
        };
    }

    private static String listed(int[] elements) {
        return Arrays.toString(elements).replace(",", "");
    }

    @Override
    public String toString() {
        return String.join("\n", edn());
    }
}
