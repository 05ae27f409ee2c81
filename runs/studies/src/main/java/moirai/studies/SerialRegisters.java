package moirai.studies;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import moirai.generators.TxnGenerator;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.TxnPlan;

/**
 * A generator of a large strictly serializable history of registers, as text of Plume: the workload of Jepsen's
 * list-append (1 to 5 ops a transaction, half of them reads, ten live keys with an exponential distribution of base 2,
 * a key retired after 32 writes) on registers. Every transaction commits.
 *
 * <p>Each session has one open transaction, which takes effect at its end; the next session to end is random. In the
 * order {@code begin} transactions are listed by their begins, so the order of the file is nearly that of the commits.
 * In the order {@code session} one session follows the other, so the order says nothing about the commits.
 */
public final class SerialRegisters {

    private static final int OPS_MAX = 5;

    private final SplittableRandom random;
    private final TxnGenerator plans;
    private final Int2IntOpenHashMap registers = new Int2IntOpenHashMap();
    private final String[] lines;

    private SerialRegisters(int txns, long seed) {
        this.random = new SplittableRandom(seed);
        this.plans = new TxnGenerator(Workload.append().withMaxTxnLength(OPS_MAX), new Seed(seed));
        this.lines = new String[txns];
    }

    /** Arguments: TRANSACTIONS SESSIONS SEED {@code begin|session} FILE. */
    public static void main(String[] args) throws IOException {
        int txns = Integer.parseInt(args[0]);
        int sessions = Integer.parseInt(args[1]);
        int[] sessionOf = new int[txns];
        var history = new SerialRegisters(txns, Long.parseLong(args[2]));
        history.execute(sessions, sessionOf);
        try (BufferedWriter out = Files.newBufferedWriter(Path.of(args[4]), StandardCharsets.US_ASCII)) {
            if (args[3].equals("begin")) {
                for (String text : history.lines) {
                    out.write(text);
                }
            } else {
                history.writeBySession(sessions, sessionOf, out);
            }
        }
    }

    private void execute(int sessions, int[] sessionOf) {
        int[] open = new int[sessions];
        int begun = 0;
        for (int session = 0; session < sessions && begun < lines.length; session++) {
            sessionOf[begun] = session;
            open[session] = begun++;
        }
        int active = begun;
        for (int ended = 0; ended < lines.length; ended++) {
            int session = random.nextInt(active);
            lines[open[session]] = commit(open[session], sessionOf[open[session]]);
            if (begun < lines.length) {
                sessionOf[begun] = sessionOf[open[session]];
                open[session] = begun++;
            } else {
                open[session] = open[--active];
            }
        }
    }

    /**
     * Executes the next plan at once, and returns its ops as lines. No element is 0, which stands for the initial
     * state.
     */
    private String commit(int txn, int session) {
        var text = new StringBuilder();
        TxnPlan plan = plans.next();
        for (int i = 0; i < plan.opCount(); i++) {
            if (plan.isChange(i)) {
                registers.put(plan.key(i), plan.argument(i));
            }
            text.append(plan.isChange(i) ? "w(" : "r(").append(plan.key(i)).append(',');
            text.append(registers.get(plan.key(i)))
                    .append(',')
                    .append(session)
                    .append(',')
                    .append(txn)
                    .append(")\n");
        }
        return text.toString();
    }

    private void writeBySession(int sessions, int[] sessionOf, BufferedWriter out) throws IOException {
        for (int session = 0; session < sessions; session++) {
            for (int txn = 0; txn < lines.length; txn++) {
                if (sessionOf[txn] == session) {
                    out.write(lines[txn]);
                }
            }
        }
    }
}
