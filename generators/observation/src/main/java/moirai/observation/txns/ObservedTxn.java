package moirai.observation.txns;

import java.util.List;
import moirai.directed.program.Origin;

/**
 * A transaction of the application.
 *
 * @param origin the place of statements that no line of the application leads to
 */
public record ObservedTxn(String name, List<Parameter> parameters, TxnBody body, Origin origin) {

    /** Makes a transaction whose statements all come from lines of the application. */
    public ObservedTxn(String name, List<Parameter> parameters, TxnBody body) {
        this(name, parameters, body, new Origin("unknown", 1));
    }

    /** Returns the same transaction with other parameters. */
    public ObservedTxn with(List<Parameter> others) {
        return new ObservedTxn(name, others, body, origin);
    }

    public ObservedTxn {
        parameters = List.copyOf(parameters);
    }
}
