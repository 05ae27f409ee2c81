package moirai.observation.txns;

import java.util.List;

/** A transaction of the application. */
public record ObservedTxn(String name, List<Parameter> parameters, TxnBody body) {

    public ObservedTxn {
        parameters = List.copyOf(parameters);
    }
}
