package moirai.history.export;

import java.io.IOException;
import java.io.Writer;
import moirai.history.History;

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
 * nil]} for a read that found nothing.
 *
 * <p>A process is a session. Aborted transactions complete as {@code :fail}, indeterminate ones as {@code :info}, both
 * with {@code :error} and the value of their invocation, so what their reads returned is left out. For the order of
 * events with equal times see {@code EventOrder}. The header has no place in the format, nor has the fact that the
 * history has no times: its events stand in some order, from which nothing about real time may be concluded.
 */
public final class EdnExport {

    private EdnExport() {}

    /** Writes the history and flushes; does not close. */
    public static void write(History history, Writer out) throws IOException {
        new EventLines(history, Syntax.EDN, out).write();
    }
}
