package moirai.history.export;

import java.io.IOException;
import java.io.Writer;
import moirai.history.History;
import moirai.history.export.EventText.Syntax;

/**
 * Jepsen's {@code history.edn}: one map a line, each transaction as an invocation and a completion.
 *
 * <pre>
 * {:index 0, :time 13984, :type :invoke, :process 3, :f :txn, :value [[:r 9 nil] [:append 9 1]]}
 * {:index 1, :time 51210, :type :ok, :process 3, :f :txn, :value [[:r 9 []] [:append 9 1]]}
 * {:index 2, :time 60000, :type :info, :process :nemesis, :f :kill, :value [:injected "n1"]}
 * </pre>
 *
 * <p>Registers are written as in Jepsen's rw-register workload: {@code [:w 9 1]}, {@code [:r 9 1]}, and {@code [:r 9
 * nil]} for a read that found nothing. Sets have {@code [:add 9 1]} and {@code [:r 9 #{1 2}]}, counters {@code [:inc 9
 * 1]} and {@code [:r 9 3]}, scans {@code [:scan [1 9] {4 [1]}]}. Keys and values are called by their labels.
 *
 * <p>A process is a session. Aborted transactions complete as {@code :fail}, indeterminate ones as {@code :info}, both
 * with {@code :error} and the value of their invocation. For the order of events with equal times see
 * {@code EventOrder}.
 *
 * <p>What the format has no place for stands where other readers do not look, and only if it is needed to get the same
 * history back: an operation of the nemesis with {@code :f :moirai} before all others says what the header does, {@code
 * :txn} numbers transactions that do not complete in their order, and {@code :ops} repeats a value with what it cannot
 * say, namely answers of what did not commit, and reads without one of what did. A read without an answer is {@code
 * [:r 9]} there, and is missing in the value of an {@code :ok}, where {@code nil} would be an answer.
 */
public final class EdnExport {

    private EdnExport() {}

    /** Writes the history and flushes; does not close. */
    public static void write(History history, Writer out) throws IOException {
        new EventLines(history, Syntax.EDN, out).write();
    }
}
