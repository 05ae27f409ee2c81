package moirai.observation.txns;

import java.util.List;

/** A transaction of the application. */
public record ObservedTxn(String name, List<Parameter> parameters, TxnBody body) {

    /** Copies the list. */
    public ObservedTxn {
        parameters = List.copyOf(parameters);
    }
}
