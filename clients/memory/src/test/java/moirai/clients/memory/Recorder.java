package moirai.clients.memory;

import java.util.List;
import moirai.history.Txn;
import moirai.history.TxnPlan;

/** Keeps the transactions in order of their end. */
final class Recorder implements TxnSink {

    private final List<Txn> ended;

    Recorder(List<Txn> ended) {
        this.ended = ended;
    }

    @Override
    public void begin(int session, TxnPlan plan, long nanos) {}

    @Override
    public void end(Txn txn) {
        ended.add(txn);
    }
}
