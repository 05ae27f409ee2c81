package moirai.studies;

import it.unimi.dsi.fastutil.ints.IntHeapPriorityQueue;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import moirai.generators.TxnGenerator;
import moirai.generators.Workload;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.export.EdnExport;
import moirai.history.export.JsonLinesExport;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryReader;
import moirai.history.files.HistoryWriter;

/**
 * A generator of large list-append histories that are strictly serializable by construction, and always the same for
 * the same arguments.
 *
 * <p>Every transaction takes effect at one instant between its begin and its end, so transactions overlap and their
 * order in real time is genuine. Half of the transactions with an unknown outcome take effect, all of them after their
 * client has given up. 1 % are refused and have no effect. As in Jepsen, a session ends with an unknown outcome, and
 * another session takes its slot. Latencies are exponential, so many others overtake some transactions.
 */
public final class ListAppendHistories {

    private static final double ABORTED_SHARE = 0.01;
    private static final double INDETERMINATE_SHARE = 0.005;
    private static final double MEAN_HALF_NANOS = 500_000;
    private static final double MEAN_PAUSE_NANOS = 50_000;
    private static final Outcome COMMITTED = new Outcome.Committed();
    private static final Outcome ABORTED = new Outcome.Aborted("40001");
    private static final Outcome INDETERMINATE = new Outcome.Indeterminate("timeout");

    private final int txnCount;
    private final TxnGenerator plans;
    private final SplittableRandom random;
    private final Sink sink;
    private final Lists lists = new Lists();
    private final Slot[] slots;
    private int nextSession;

    /** A receiver of transactions as they end; those of one slot arrive one after the other. */
    interface Sink {
        void txn(int slot, TxnPlan plan, Txn txn);
    }

    /** Runs sessions over a workload, and passes their transactions to a sink. O(transactions × log(sessions)). */
    static void run(Workload workload, int txnCount, int sessions, Sink sink) {
        new ListAppendHistories(workload, txnCount, sessions, sink).run();
    }

    /** Returns such a history in memory, with its transactions in the order of their begins. */
    public static History history(Workload workload, int txnCount, int sessions) {
        var txns = new ArrayList<Txn>(txnCount);
        run(workload, txnCount, sessions, (slot, plan, txn) -> txns.add(txn));
        txns.sort((left, right) -> Long.compare(left.startNanos(), right.startNanos()));
        var history = new HistoryBuilder(RunHeader.NONE);
        txns.forEach(history::add);
        return history.build();
    }

    private ListAppendHistories(Workload workload, int txnCount, int sessions, Sink sink) {
        this.txnCount = txnCount;
        this.plans = new TxnGenerator(workload, Histories.SEED);
        this.random = new Seed(7).generator();
        this.sink = sink;
        this.slots = new Slot[sessions];
        for (int i = 0; i < sessions; i++) {
            slots[i] = new Slot(nextSession++, Math.round(random.nextDouble() * MEAN_HALF_NANOS));
        }
    }

    /** A running client, with its current transaction and the time of its next event. */
    private static final class Slot {

        private int session;
        private boolean running;
        private long next;
        private long begin;
        private TxnPlan plan = TxnPlan.of();

        private Slot(int session, long next) {
            this.session = session;
            this.next = next;
        }
    }

    /** The lists of the database, grown in place. */
    private static final class Lists {

        private int[][] elements = new int[1024][];
        private int[] sizes = new int[1024];

        private void append(int key, int element) {
            reserve(key);
            if (sizes[key] == elements[key].length) {
                elements[key] = Arrays.copyOf(elements[key], Math.max(8, 2 * sizes[key]));
            }
            elements[key][sizes[key]++] = element;
        }

        private Elements read(int key) {
            reserve(key);
            return Elements.copyOf(elements[key], sizes[key]);
        }

        private void reserve(int key) {
            if (key >= sizes.length) {
                elements = Arrays.copyOf(elements, 2 * key);
                sizes = Arrays.copyOf(sizes, 2 * key);
            }
            if (elements[key] == null) {
                elements[key] = new int[0];
            }
        }
    }

    private void run() {
        var queue = new IntHeapPriorityQueue((left, right) -> {
            int byTime = Long.compare(slots[left].next, slots[right].next);
            return byTime != 0 ? byTime : Integer.compare(left, right);
        });
        for (int i = 0; i < slots.length; i++) {
            queue.enqueue(i);
        }
        int begun = 0;
        while (!queue.isEmpty()) {
            int index = queue.dequeueInt();
            Slot slot = slots[index];
            if (slot.running) {
                takeEffect(index, slot);
                queue.enqueue(index);
            } else if (begun < txnCount) {
                begun++;
                slot.running = true;
                slot.plan = plans.next();
                slot.begin = slot.next;
                slot.next += nanos(MEAN_HALF_NANOS);
                queue.enqueue(index);
            }
        }
    }

    private void takeEffect(int index, Slot slot) {
        double fate = random.nextDouble();
        int session = slot.session;
        long end = slot.next + nanos(MEAN_HALF_NANOS);
        Outcome outcome = COMMITTED;
        if (fate < ABORTED_SHARE) {
            outcome = ABORTED;
        } else if (fate < ABORTED_SHARE + INDETERMINATE_SHARE) {
            outcome = INDETERMINATE;
            end = slot.begin + (slot.next - slot.begin) / 2;
            slot.session = nextSession++;
        }
        List<Op> ops = outcome.mayHaveTakenEffect() && (!outcome.isIndeterminate() || random.nextBoolean())
                ? execute(slot.plan)
                : unanswered(slot.plan);
        List<Op> seen = outcome.isIndeterminate() ? unanswered(slot.plan) : ops;
        sink.txn(index, slot.plan, new Txn(session, seen, outcome, slot.begin, end));
        slot.running = false;
        slot.next = Math.max(slot.next, end) + nanos(MEAN_PAUSE_NANOS);
    }

    private List<Op> execute(TxnPlan plan) {
        var ops = new ArrayList<Op>(plan.opCount());
        for (int i = 0; i < plan.opCount(); i++) {
            if (plan.isChange(i)) {
                lists.append(plan.key(i), plan.argument(i));
                ops.add(plan.op(i));
            } else {
                ops.add(new Op.Read(plan.key(i), lists.read(plan.key(i))));
            }
        }
        return ops;
    }

    private static List<Op> unanswered(TxnPlan plan) {
        var ops = new ArrayList<Op>(plan.opCount());
        for (int i = 0; i < plan.opCount(); i++) {
            ops.add(plan.op(i));
        }
        return ops;
    }

    private long nanos(double mean) {
        return 1 + Math.round(-mean * Math.log1p(-random.nextDouble()));
    }

    /** Arguments: TRANSACTIONS SESSIONS {@code native|edn|jsonl} PLACE [WORKLOAD], see {@link Workload#parse}. */
    public static void main(String[] args) throws IOException {
        int txnCount = Integer.parseInt(args[0]);
        int sessions = Integer.parseInt(args[1]);
        Path place = Path.of(args[3]);
        Workload workload = args.length > 4 ? Workload.parse(args[4]) : Histories.WORKLOAD;
        if (args[2].equals("native")) {
            record(workload, txnCount, sessions, place);
            return;
        }
        Path segments = Files.createTempDirectory(place.toAbsolutePath().getParent(), "segments");
        record(workload, txnCount, sessions, segments);
        History history = HistoryReader.read(segments).history();
        try (Writer out = Files.newBufferedWriter(place, StandardCharsets.UTF_8)) {
            switch (args[2]) {
                case "edn" -> EdnExport.write(history, out);
                case "jsonl" -> JsonLinesExport.write(history, out);
                default -> throw new IllegalArgumentException(args[2] + " is no format: expected native, edn or jsonl");
            }
        } finally {
            HistoryFilesBenchmark.delete(segments);
        }
    }

    /** Records native segments, with one writer a slot as a run does. */
    static void record(Workload workload, int txnCount, int sessions, Path place) {
        var directory = HistoryDirectory.create(place, RunHeader.NONE, HistoryDirectory.Options.SIMULATION);
        var writers = new HistoryWriter[sessions];
        for (int i = 0; i < sessions; i++) {
            writers[i] = directory.writer(i);
        }
        run(workload, txnCount, sessions, (slot, plan, txn) -> {
            writers[slot].begin(txn.session(), plan, txn.startNanos());
            writers[slot].end(txn);
        });
        for (HistoryWriter writer : writers) {
            writer.close();
        }
    }
}
